package dev.rota.chunks.values;

/**
 * An operator's mark of a worker: it is not to be relied on.
 *
 * @param until epoch ms; null: until it is lifted
 */
public record OperatorMark(String reason, Long until) {}
