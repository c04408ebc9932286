"""What can go wrong while a server is under load."""


class ServiceError(Exception):
    """The figures cannot be had, or not be trusted; one line says why."""


class BusyError(ServiceError):
    """The machine has too little time for the load, which says nothing of the server."""


class LoaderError(ServiceError):
    """The loader is not content: with itself, or with what the server has answered."""
