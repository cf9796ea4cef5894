"""The organiser's desk: needs a login and the organiser's role in the cup. A module for each part of the work."""
