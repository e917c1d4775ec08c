package dev.rota.stream;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Utils;

/** The record key that names a lane, and the partition that such a key belongs on. */
public final class LaneKey {
  /** What a lane may be called: letters, digits and {@code ._:-}, 128 at most. */
  public static final Pattern GRAMMAR = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}");

  private static final int BYTES_MAX = 128;

  private LaneKey() {}

  /** Whether the key names a lane. */
  public static boolean isLane(byte[] key) {
    return read(key) != null;
  }

  /** The lane that the key names, or null when it names none. */
  static String read(byte[] key) {
    if (key == null || key.length == 0 || key.length > BYTES_MAX) {
      return null;
    }
    try {
      String name = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
      return GRAMMAR.matcher(name).matches() ? name : null;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /**
   * The ledger's name for what arrives on a partition and belongs to no lane; no key can spell it.
   */
  static String nobody(int partition) {
    return "~" + partition;
  }

  /** Where Kafka's Java producers, and those that follow them, put the key. */
  public static int partition(byte[] key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }
}
