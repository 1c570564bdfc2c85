"""Measurements, run by `make bench`; see `__main__`."""
