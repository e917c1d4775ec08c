package dev.rota.readers.witness;

/**
 * An HTTP answer.
 *
 * @param type media type
 */
record WitnessAnswer(int status, String type, String body) {
  private static final String TEXT = "text/plain; charset=utf-8";

  static WitnessAnswer of(int status, String words) {
    return new WitnessAnswer(status, TEXT, words + "\n");
  }

  /** A conflict tells the size that the witness has. */
  static WitnessAnswer conflict(long size) {
    return new WitnessAnswer(409, "text/x.tlog.size", size + "\n");
  }

  static WitnessAnswer ok(String body) {
    return new WitnessAnswer(200, TEXT, body);
  }
}
