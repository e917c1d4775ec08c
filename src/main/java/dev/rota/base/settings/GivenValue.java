package dev.rota.base.settings;

/**
 * A value from one source.
 *
 * @param name the setting's name, or a client's key with its prefix
 * @param source {@code rota.properties:3}, {@code ROTA_THREADS}, {@code --threads}
 * @param inFile true: the text is the name of a file that contains the value
 */
record GivenValue(String name, String text, String source, boolean inFile) {
  GivenValue(String name, String text, String source) {
    this(name, text, source, false);
  }

  GivenValue named(String other) {
    return new GivenValue(other, text, source, inFile);
  }
}
