"""The Django project: settings, root urls, the server's entry point, the languages."""

__version__ = "0.1.0"
