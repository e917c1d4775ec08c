package dev.rota.simulate;

/**
 * Something that should be so and is not.
 *
 * @param check what should be so, a sentence
 * @param what is wrong
 */
public record Broken(String check, String what) {}
