package dev.rota.base.lines;

/** One line of input: a record or a query. */
public sealed interface InputLine permits Envelope, QueryLine {}
