"""What ``stackloop bench service`` runs beside the server: the load, and the bare relay it is compared with."""
