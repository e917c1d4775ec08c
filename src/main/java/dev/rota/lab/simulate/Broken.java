package dev.rota.lab.simulate;

/**
 * A failed check.
 *
 * @param check the expected property, a sentence
 * @param what the violation
 */
public record Broken(String check, String what) {}
