export default {
  "art.head": "Images des cartes",
  "art.not_kept": "Ce navigateur ne garde pas d’images.",
  "art.remove_all": "Tout enlever",
  "art.own": "Tes propres images",
  "art.own_note": "Chacune porte le nom de sa carte : « Lightning Bolt.jpg ». Elles restent dans ce navigateur ; personne d’autre ne les reçoit.",
  "art.choose": "Choisir des images",
  "art.choose_folder": "Choisir un dossier",
  "art.pictures": { "one": "{count} image dans ta collection", "many": "{count} images dans ta collection", "other": "{count} images dans ta collection" },
  "art.no_pictures": "Aucune image dans ta collection",
  "art.from_host": "Elles viennent de {host}, qui apprend quelles cartes tu regardes.",
  "art.from_here": "Elles viennent de ce serveur.",
  "art.of_server": "Images de ce serveur",
  "art.show": "Les montrer"
};
