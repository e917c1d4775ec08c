package dev.rota.app.console;

enum Format {
  TEXT,
  /** One JSON object per line, errors included. */
  JSON
}
