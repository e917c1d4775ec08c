package dev.rota.base.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;

/** The message that a witness signs, and its time. */
final class CosignatureMessage {
  private CosignatureMessage() {}

  /** Returns true for a POSIX time that a cosignature may have. */
  static boolean isTime(long seconds) {
    return seconds > 0 && seconds <= Instant.MAX.getEpochSecond();
  }

  static byte[] message(long seconds, String noteText) {
    return ("cosignature/v1\ntime " + seconds + "\n" + noteText).getBytes(UTF_8);
  }
}
