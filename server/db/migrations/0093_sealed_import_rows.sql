-- The rows of imported files are sealed from now on. Those that were kept as they stand go: only the key of the portal could seal them, and their sheets are previewed again.
delete from import_source;
