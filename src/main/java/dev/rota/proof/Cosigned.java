package dev.rota.proof;

/**
 * A cosignature that verifies.
 *
 * @param seconds POSIX time
 */
public record Cosigned(String witness, long seconds) {}
