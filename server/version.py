"""The version of the installed package, told in ``welcome`` and in every journal's head."""

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("stackloop")
except PackageNotFoundError:  # run from a source tree that nobody installed
    VERSION = "0"
