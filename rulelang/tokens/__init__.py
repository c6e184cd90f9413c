"""From text to words and signs (`scanner`), and from lines to blocks (`layout`)."""
