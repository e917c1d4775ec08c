package dev.rota.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The message that a witness signs. */
final class Cosignature {
  private Cosignature() {}

  static byte[] message(long seconds, String noteText) {
    return ("cosignature/v1\ntime " + seconds + "\n" + noteText).getBytes(UTF_8);
  }
}
