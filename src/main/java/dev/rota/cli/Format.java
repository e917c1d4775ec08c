package dev.rota.cli;

/** How output is written. */
public enum Format {
  /** For people. */
  TEXT,
  /** For programs: one JSON object a line, errors too. */
  JSON
}
