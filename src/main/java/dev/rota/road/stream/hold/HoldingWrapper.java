package dev.rota.road.stream.hold;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.internals.AsyncKafkaConsumer;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.internals.ConsumerWrapper;

/** The main consumer of the streams group protocol: it fetches nothing of held partitions. */
public final class HoldingWrapper extends ConsumerWrapper {
  static final String HOLDS = "rota.holds";

  private PausedPartitions withheld;

  @Override
  public void wrapConsumer(
      AsyncKafkaConsumer<byte[], byte[]> whole,
      Map<String, Object> config,
      Optional<StreamsRebalanceData> rebalancing) {
    super.wrapConsumer(whole, config, rebalancing);
    withheld = new PausedPartitions((HeldPartitions) config.get(HOLDS));
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration limit) {
    super.pause(withheld.held(assignment()));
    super.resume(withheld.released());
    return super.poll(limit);
  }

  @Override
  public void pause(Collection<TopicPartition> these) {
    withheld.paused(these);
    super.pause(these);
  }

  @Override
  public void resume(Collection<TopicPartition> these) {
    super.resume(withheld.resumable(these));
  }
}
