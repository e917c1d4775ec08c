package dev.rota.settings;

/**
 * A value as it was given somewhere.
 *
 * @param name as the table of settings or the receiving client spells it, with its prefix
 * @param source {@code rota.properties:3}, {@code ROTA_THREADS}, {@code --threads}
 * @param inFile the text is the name of a file that holds the value
 */
record GivenValue(String name, String text, String source, boolean inFile) {
  GivenValue(String name, String text, String source) {
    this(name, text, source, false);
  }

  GivenValue named(String other) {
    return new GivenValue(other, text, source, inFile);
  }
}
