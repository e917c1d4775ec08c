package dev.rota.cli.console;

/** How output is written. */
enum Format {
  /** For people. */
  TEXT,
  /** For programs: one JSON object a line, errors too. */
  JSON
}
