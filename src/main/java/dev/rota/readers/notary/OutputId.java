package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.topics.LaneKey;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The identity of an output: its {@code rota.turn} header, {@code lane/number/index}.
 *
 * @param turn number of the turn, from 1
 * @param index within the turn, from 0
 */
public record OutputId(String lane, long turn, int index) {
  private static final int PARTS = 3;

  /** Parses an identity; null: it is none. */
  public static OutputId parse(String text) {
    String[] parts = text.split("/", -1);
    boolean good =
        parts.length == PARTS
            && (LaneKey.isLane(parts[0].getBytes(UTF_8)) || parts[0].matches("~\\d{1,6}"))
            && parts[1].matches("[1-9]\\d{0,17}")
            && parts[2].matches("\\d{1,9}");
    return good
        ? new OutputId(parts[0], Long.parseLong(parts[1]), Integer.parseInt(parts[2]))
        : null;
  }

  /** Where its turn may be: on its lane's partition, or on one from when there were fewer. */
  Set<Integer> partitions(int count) {
    Set<Integer> all = new LinkedHashSet<>();
    if (lane.startsWith("~")) {
      all.add(Integer.parseInt(lane.substring(1)));
    }
    for (int fewer = count; fewer > 0 && !lane.startsWith("~"); fewer--) {
      all.add(LaneKey.partition(lane.getBytes(UTF_8), fewer));
    }
    return all;
  }

  @Override
  public String toString() {
    return lane + "/" + turn + "/" + index;
  }
}
