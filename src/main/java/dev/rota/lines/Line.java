package dev.rota.lines;

/** One line of input: a record for a topic, or a question to the engine. */
public sealed interface Line permits Envelope, Query {}
