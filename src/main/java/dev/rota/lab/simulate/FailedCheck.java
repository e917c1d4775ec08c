package dev.rota.lab.simulate;

/**
 * A failed check.
 *
 * @param check the expected property, a sentence
 * @param what the violation
 */
public record FailedCheck(String check, String what) {}
