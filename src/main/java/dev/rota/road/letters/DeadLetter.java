package dev.rota.road.letters;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.TurnHeaders;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * A record of a topic of dead letters. An engine wrote it, or somebody else did, so nothing that it
 * should have is certain to be there.
 */
public record DeadLetter(ConsumerRecord<byte[], byte[]> record) {
  /** What {@link #reason} is if the record has none. */
  public static final String NO_REASON = "NO_REASON";

  public RecordPlace place() {
    return RecordPlace.of(record);
  }

  /** The stable code, such as {@code AVRO_DECODE}. */
  public String reason() {
    String reason = TurnHeaders.text(record.headers(), TurnHeaders.REASON);
    return reason == null ? NO_REASON : reason;
  }

  /** What is wrong in words, at most 4 KiB; null: nothing is said. */
  public String complaint() {
    return TurnHeaders.text(record.headers(), TurnHeaders.MESSAGE);
  }

  /**
   * What tells it from another one that lies at its place after the topic was deleted and made
   * anew: its turn and its time. A restored one has both, too.
   */
  String identity() {
    return TurnHeaders.text(record.headers(), TurnHeaders.TURN) + " at " + record.timestamp();
  }

  /** Where the input lies; empty for a deadline, and for what no engine wrote. */
  public Optional<RecordPlace> source() {
    return RecordPlace.read(TurnHeaders.text(record.headers(), TurnHeaders.SOURCE));
  }

  /** The headers of the input. */
  public Headers own() {
    return TurnHeaders.ofInput(record.headers());
  }

  /** How often the input was sent again before it became this dead letter. */
  public int replays() {
    return lineage().map(ReplayLineage::count).orElse(0);
  }

  private Optional<ReplayLineage> lineage() {
    return ReplayLineage.read(own());
  }

  /** Why the input cannot be sent again from here; empty: it can. */
  public Optional<String> obstacle(Domain domain) {
    return obstacleOfEdited(domain)
        .or(
            () ->
                reason().equals(Output.TOO_LARGE)
                    ? Optional.of("it is a stub: the input was too large to keep")
                    : Optional.empty());
  }

  /** Why no edited record can be sent in its place; empty: one can. */
  public Optional<String> obstacleOfEdited(Domain domain) {
    if (reason().equals(Output.DEADLINE_FAULT)) {
      return Optional.of("it is a deadline, not an input");
    }
    if (source().isEmpty()) {
      return Optional.of("it does not say which input it was");
    }
    String topic = source().get().topic();
    return domain.wire().inputs().stream().noneMatch(input -> input.topic().equals(topic))
        ? Optional.of(topic + " is no input of " + domain.name())
        : Optional.empty();
  }

  /**
   * The input once more: its key, its bytes, its headers, and the time at which it was decided. An
   * old event stays old.
   *
   * @param partitions of the input topic
   */
  public ProducerRecord<byte[], byte[]> again(int partitions) {
    return again(record.key(), record.value(), own(), partitions);
  }

  /**
   * The same, edited.
   *
   * @param headers the replay's, to which its lineage is added
   */
  public ProducerRecord<byte[], byte[]> again(
      byte[] key, byte[] value, Headers headers, int partitions) {
    RecordPlace source = source().orElseThrow();
    Headers all = ReplayLineage.without(headers);
    RecordPlace origin = lineage().map(ReplayLineage::origin).orElse(source);
    new ReplayLineage(place(), origin, replays() + 1).addTo(all);
    // Without a key there is no rule: the record belongs nowhere else.
    int home = key == null ? source.partition() : LaneKey.partition(key, partitions);
    return new ProducerRecord<>(source.topic(), home, record.timestamp(), key, value, all);
  }
}
