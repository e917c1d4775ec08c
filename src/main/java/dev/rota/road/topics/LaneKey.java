package dev.rota.road.topics;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/** The record key, which is the lane's name, and its partition. */
public final class LaneKey {
  /** The regular expression of lane names. */
  public static final String GRAMMAR = "[A-Za-z0-9][A-Za-z0-9._:-]{0,127}";

  private static final int BYTES_MAX = 128;

  private LaneKey() {}

  public static boolean isLane(byte[] key) {
    return read(key) != null;
  }

  /**
   * Returns the lane, or null if the key is not a lane name. Avoids a regex: it runs per record.
   */
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

  /** The ledger's lane of a partition's unreadable records. Its name is not a valid key. */
  public static String nobody(int partition) {
    return "~" + partition;
  }

  /** The partition that Kafka's Java producers choose for the key. */
  public static int partition(byte[] key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }
}
