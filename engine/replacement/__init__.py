"""Replacement and prevention: events that would happen, and the effects that change them before."""
