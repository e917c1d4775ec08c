package dev.rota.road.letters;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Where a record lies: {@code topic/partition/offset}. */
public record RecordPlace(String topic, int partition, long offset) {
  private static final Pattern TEXT =
      Pattern.compile("([a-zA-Z0-9._-]{1,249})/([0-9]{1,9})/([0-9]{1,18})");

  public static RecordPlace of(ConsumerRecord<?, ?> record) {
    return new RecordPlace(record.topic(), record.partition(), record.offset());
  }

  /** Reads such a text; empty if it is none. */
  public static Optional<RecordPlace> read(String text) {
    Matcher found = TEXT.matcher(text == null ? "" : text);
    return found.matches()
        ? Optional.of(
            new RecordPlace(
                found.group(1), Integer.parseInt(found.group(2)), Long.parseLong(found.group(3))))
        : Optional.empty();
  }

  public TopicPartition topicPartition() {
    return new TopicPartition(topic, partition);
  }

  @Override
  public String toString() {
    return topic + "/" + partition + "/" + offset;
  }
}
