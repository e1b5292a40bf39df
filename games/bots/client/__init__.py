"""The client that programmers run at home: the package `sumendi`, and how it is packed."""
