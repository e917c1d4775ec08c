package dev.rota.app.console;

enum OutputFormat {
  TEXT,
  /** One JSON object per line, errors included. */
  JSON
}
