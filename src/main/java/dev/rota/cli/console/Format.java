package dev.rota.cli.console;

enum Format {
  TEXT,
  /** One JSON object per line, errors included. */
  JSON
}
