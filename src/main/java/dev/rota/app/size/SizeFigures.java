package dev.rota.app.size;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.road.stream.CheckpointSchedule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one input of a domain costs, as it was measured on the domain's own generated traffic.
 *
 * @param topics bytes on disk, with the compression that the domain has by default
 * @param rowBytes of a row of the state: key and value
 * @param inputsPerSecond that one stream thread has decided
 * @param turnsPerSecond that one thread has replayed
 */
public record SizeFigures(
    SortedMap<String, Cost> topics, double rowBytes, long inputsPerSecond, long turnsPerSecond) {
  private static final String RESOURCE = "/size/figures.json";

  /** Sorts the topics. */
  public SizeFigures {
    topics = new TreeMap<>(topics);
  }

  /**
   * Bytes of a topic.
   *
   * @param input for each input of the domain, whichever topic it is on
   * @param commit for each transaction, besides
   */
  public record Cost(double input, double commit) {}

  /**
   * How long a start replays a tail that is as long as it can be: a kill may take back the
   * transaction of the last checkpoint, so twice the turns of one.
   *
   * @param perPartition turns in a second
   */
  double tailSeconds(double perPartition) {
    CheckpointSchedule checkpoints = CheckpointSchedule.DEFAULT;
    double turns =
        Math.min(2.0 * checkpoints.turns(), 2.0 * checkpoints.every().toSeconds() * perPartition);
    return turns / turnsPerSecond;
  }

  /** The figures of all domains. */
  public static Map<String, SizeFigures> all() {
    ObjectMapper json = new ObjectMapper();
    try (InputStream in = SizeFigures.class.getResourceAsStream(RESOURCE)) {
      return json.readValue(
          in,
          json.getTypeFactory().constructMapType(TreeMap.class, String.class, SizeFigures.class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
