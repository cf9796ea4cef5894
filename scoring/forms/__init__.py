"""What the organiser types, as forms. They only read: what is right is decided by the services."""
