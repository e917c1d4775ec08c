package dev.rota.readers.witness;

/**
 * An HTTP answer.
 *
 * @param type media type
 */
record Answer(int status, String type, String body) {
  private static final String TEXT = "text/plain; charset=utf-8";

  static Answer of(int status, String words) {
    return new Answer(status, TEXT, words + "\n");
  }

  /** A conflict tells the size that the witness has. */
  static Answer conflict(long size) {
    return new Answer(409, "text/x.tlog.size", size + "\n");
  }

  static Answer ok(String body) {
    return new Answer(200, TEXT, body);
  }
}
