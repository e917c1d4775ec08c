package dev.rota.kernel.ledger.limits;

import dev.rota.kernel.domain.Output;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the bytes that a deadline or an input adds to a turn. It depends on the outputs alone, so
 * that a replay stops at the same one.
 */
public final class TurnBudget {
  /** Left in a record for key, headers and framing. */
  private static final int RECORD_ROOM = 64 * 1024;

  /** Payloads beyond it are encoded again when they are sent, and never in memory together. */
  public static final long KEPT_BYTES_MAX = 16 << 20;

  private final long bytesMax;
  private long bytes;

  /**
   * Creates a budget.
   *
   * @param bytesMax of the turn
   * @param bytes that the turn has so far
   */
  public TurnBudget(long bytesMax, long bytes) {
    this.bytesMax = bytesMax;
    this.bytes = bytes;
  }

  /** The bytes of the turn so far. */
  public long bytes() {
    return bytes;
  }

  /** Returns true while the turn's payloads are few enough to stay in memory. */
  public boolean keepsPayloads() {
    return bytes <= KEPT_BYTES_MAX;
  }

  /**
   * Counts an encoded output.
   *
   * @param payload null: the output has no value
   * @param before what the same deadline or input published before it
   * @throws TurnTooLarge if it exceeds what a record or the turn may have
   */
  public void add(Output output, byte[] payload, List<Output> before) {
    if (payload == null) {
      return;
    }
    int size = payload.length;
    if (size > Output.RECORD_BYTES_MAX - RECORD_ROOM) {
      throw new TurnTooLarge(
          kind(output)
              + " has "
              + size
              + " bytes, a record may have "
              + (Output.RECORD_BYTES_MAX - RECORD_ROOM)
              + ": nothing of the turn is decided; send less in one record, or use shorter names");
    }
    bytes += size;
    if (bytes > bytesMax) {
      throw new TurnTooLarge(full(output, size, before));
    }
  }

  /** Names what takes the most. The kinds are sorted, so that the text is always the same. */
  private String full(Output last, long size, List<Output> before) {
    Map<String, Long> bytesByKind = new TreeMap<>();
    bytesByKind.put(kind(last), size);
    for (Output output : before) {
      if (output.record() != null) {
        bytesByKind.merge(kind(output), (long) output.payload().length, Long::sum);
      }
    }
    Map.Entry<String, Long> largest =
        bytesByKind.entrySet().stream()
            .max(Comparator.comparing(Map.Entry::getValue))
            .orElseThrow();
    return "the turn writes "
        + bytes
        + " bytes and more, "
        + bytesMax
        + " are its budget; most of it, "
        + largest.getValue()
        + " bytes, are of the kind "
        + largest.getKey()
        + ": nothing of it is decided; send less in one record, or use shorter names and texts";
  }

  private static String kind(Output output) {
    return output.record().getSchema().getName() + " (" + output.rule() + ")";
  }
}
