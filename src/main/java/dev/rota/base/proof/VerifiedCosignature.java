package dev.rota.base.proof;

/**
 * A cosignature that verifies.
 *
 * @param seconds POSIX time, one that an {@link java.time.Instant} can have
 */
public record VerifiedCosignature(String witness, long seconds) {}
