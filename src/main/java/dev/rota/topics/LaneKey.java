package dev.rota.topics;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/** The record key that names a lane, and the partition that such a key belongs on. */
public final class LaneKey {
  /** What a lane may be called, as a regular expression. */
  public static final String GRAMMAR = "[A-Za-z0-9][A-Za-z0-9._:-]{0,127}";

  private static final int BYTES_MAX = 128;

  private LaneKey() {}

  /** Whether the key names a lane. */
  public static boolean isLane(byte[] key) {
    return read(key) != null;
  }

  /** The lane that the key names, or null when it names none. Asked once a record, so no regex. */
  public static String read(byte[] key) {
    if (key == null || key.length == 0 || key.length > BYTES_MAX || !isFirst(key[0])) {
      return null;
    }
    for (byte letter : key) {
      if (!isFirst(letter) && "._:-".indexOf(letter) < 0) {
        return null;
      }
    }
    return new String(key, StandardCharsets.US_ASCII);
  }

  private static boolean isFirst(byte letter) {
    return letter >= 'A' && letter <= 'Z'
        || letter >= 'a' && letter <= 'z'
        || letter >= '0' && letter <= '9';
  }

  /**
   * The ledger's name for what arrives on a partition and belongs to no lane; no key can spell it.
   */
  public static String nobody(int partition) {
    return "~" + partition;
  }

  /** Where Kafka's Java producers, and those that follow them, put the key. */
  public static int partition(byte[] key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }
}
