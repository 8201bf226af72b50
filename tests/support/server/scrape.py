"""The samples that a node shows at ``/metrics``."""

import urllib.request

from prometheus_client.parser import text_string_to_metric_families


def scrape(url: str) -> dict[str, float]:
    """Every sample of ``/metrics``, with its labels in its name."""
    with urllib.request.urlopen(f"{url}metrics", timeout=20) as response:
        text = response.read().decode()
    samples = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()) if name != "le")
            if "le" not in sample.labels or sample.labels["le"] == "+Inf":
                samples[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return samples
