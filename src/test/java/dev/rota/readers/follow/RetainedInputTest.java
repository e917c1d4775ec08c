package dev.rota.readers.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.table.Sha256;
import dev.rota.road.logs.RecordsLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** What an input's topic has today is said as it is, and what it lacks. */
final class RetainedInputTest {
  private static final byte[] KEY = "home".getBytes(UTF_8);
  private static final byte[] VALUE = "tea".getBytes(UTF_8);
  private static final byte[] DIGEST = new Sha256().field(KEY).field(VALUE).finish();

  private record Topic(Supplier<Log> log) implements TopicLogs {
    @Override
    public TopicLayout layout() {
      return new TopicLayout("cluster", Map.of("settings", new TopicLayout.Topic("id", 2)));
    }

    @Override
    public Log open(TopicPartition partition) {
      return log.get();
    }

    @Override
    public Map<TopicPartition, Long> committed(String group) {
      return Map.of();
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private static RetainedInput of(long offset, long begin, long end, byte[] value) {
    List<ConsumerRecord<byte[], byte[]>> records =
        List.of(new ConsumerRecord<>("settings", 1, 7, KEY, value));
    return RetainedInput.of(
        new Topic(() -> new RecordsLog(begin, end, records)), at("settings", 1, offset));
  }

  private static InputPosition at(String topic, int partition, long offset) {
    return new InputPosition(topic, partition, offset, 0, DIGEST);
  }

  @Test
  void theSameRecordIsThere() {
    assertThat(of(7, 0, 8, VALUE).isSame()).isTrue();
    assertThat(of(7, 7, 100, VALUE).isSame()).isTrue();
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThat(of(7, 8, 9, VALUE).told()).contains("deleted it by retention");
    assertThat(of(7, 0, 7, VALUE).told()).contains("has no such record any more");
    assertThat(of(6, 0, 9, VALUE).told()).contains("has no such record any more");
    RetainedInput other = of(7, 0, 9, "cake".getBytes(UTF_8));
    assertThat(other.isSame()).isFalse();
    assertThat(other.told()).contains("has another record there");
    assertThat(RetainedInput.of(new Topic(() -> null), at("elsewhere", 0, 1)).told())
        .contains("is not among what is read here");
  }

  @Test
  void aRightThatIsMissingIsNamed() {
    Topic closed =
        new Topic(
            () -> {
              throw new TopicAuthorizationException(Set.of("settings"));
            });
    assertThat(RetainedInput.of(closed, at("settings", 1, 7)).told())
        .contains("lacks Read on settings", "rota topics acls --role follower");
  }
}
