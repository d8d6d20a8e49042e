"""What messages look like: models of the core in, HTML and buttons out. Nothing here sends, asks or decides."""
