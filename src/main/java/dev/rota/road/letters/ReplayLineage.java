package dev.rota.road.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.topics.TurnHeaders;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The headers of a replay: whose it is. The rules do not see them. If the replay becomes a dead
 * letter, they are among the headers that it keeps.
 *
 * @param letter the dead letter that was sent again
 * @param origin the input of the first dead letter, before any replay
 * @param count how often it was sent again by now, 1 or more
 */
public record ReplayLineage(RecordPlace letter, RecordPlace origin, int count) {
  /** The header with {@code topic/partition/offset} of the dead letter. */
  public static final String LETTER = "rota.replay.letter";

  /** The header with {@code topic/partition/offset} of the input that was sent first. */
  public static final String ORIGIN = "rota.replay.origin";

  /** The header with the number of replays, in digits. */
  public static final String COUNT = "rota.replay.count";

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  /** Reads it; empty if the record is no replay, or somebody has garbled its headers. */
  static Optional<ReplayLineage> read(Headers headers) {
    String count = TurnHeaders.text(headers, COUNT);
    var letter = RecordPlace.read(TurnHeaders.text(headers, LETTER));
    var origin = RecordPlace.read(TurnHeaders.text(headers, ORIGIN));
    return letter.isEmpty() || origin.isEmpty() || !NUMBER.matcher(String.valueOf(count)).matches()
        ? Optional.empty()
        : Optional.of(new ReplayLineage(letter.get(), origin.get(), Integer.parseInt(count)));
  }

  /** The headers without lineage. */
  static Headers without(Headers headers) {
    return new RecordHeaders(headers.toArray()).remove(LETTER).remove(ORIGIN).remove(COUNT);
  }

  void addTo(Headers headers) {
    headers
        .add(LETTER, letter.toString().getBytes(UTF_8))
        .add(ORIGIN, origin.toString().getBytes(UTF_8))
        .add(COUNT, Integer.toString(count).getBytes(UTF_8));
  }
}
