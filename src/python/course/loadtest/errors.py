"""Errors while a server is under load."""


class ServiceError(Exception):
    """The figures are unavailable or unreliable; the message gives the reason in one line."""


class BusyError(ServiceError):
    """The machine is too slow for the load, which says nothing about the server."""


class LoaderError(ServiceError):
    """The loader reports its own failure, or wrong answers of the server."""
