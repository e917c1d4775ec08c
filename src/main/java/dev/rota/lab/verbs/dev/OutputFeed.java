package dev.rota.lab.verbs.dev;

import dev.rota.base.settings.Settings;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.RegistryOutage;
import dev.rota.road.partitions.PartitionReader;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands on what domains publish from now on, as it is committed. */
final class OutputFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OutputFeed.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final PartitionReader<Object> reader;
  private final Consumer<ConsumerRecord<byte[], Object>> to;
  private final Thread thread = new Thread(this::run, "watch");
  private final CountDownLatch closing = new CountDownLatch(1);

  private OutputFeed(PartitionReader<Object> reader, Consumer<ConsumerRecord<byte[], Object>> to) {
    this.reader = reader;
    this.to = to;
  }

  /**
   * Starts with the next record of these topics.
   *
   * @param topics at least one
   * @param to is called in one thread
   */
  static OutputFeed start(
      Settings settings, Collection<String> topics, Consumer<ConsumerRecord<byte[], Object>> to) {
    Map<String, Object> configs = new HashMap<>(settings.consumer());
    configs.putAll(settings.registry());
    configs.put("specific.avro.reader", true);
    AvroDeserializer values = new AvroDeserializer();
    values.configure(configs, false);
    PartitionReader<Object> reader = new PartitionReader<>(configs, values);
    List<TopicPartition> partitions =
        topics.stream().flatMap(topic -> reader.partitionsOf(topic).stream()).toList();
    reader.assign(partitions).skip(partitions);
    OutputFeed feed = new OutputFeed(reader, to);
    feed.thread.start();
    return feed;
  }

  private void run() {
    try {
      while (closing.getCount() > 0) {
        poll();
      }
    } catch (WakeupException _) {
      LOG.debug("the watch ends");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      reader.close();
    }
  }

  /** One record that fails is not the last that is heard. */
  private void poll() throws InterruptedException {
    try {
      reader.poll(POLL).forEach(this::hand);
    } catch (WakeupException e) {
      throw e;
    } catch (RecordDeserializationException e) {
      if (RegistryOutage.in(e).isEmpty()) {
        LOG.warn("a record cannot be decoded, and is skipped", e);
        reader.consumer().seek(e.topicPartition(), e.offset() + 1);
      } else {
        pause(e);
      }
    } catch (KafkaException e) {
      pause(e);
    }
  }

  private void hand(ConsumerRecord<byte[], Object> record) {
    try {
      to.accept(record);
    } catch (RuntimeException e) {
      LOG.warn(
          "the record at offset {} of {}-{} is skipped",
          record.offset(),
          record.topic(),
          record.partition(),
          e);
    }
  }

  private void pause(KafkaException why) throws InterruptedException {
    LOG.warn("the outputs cannot be read at present; retrying", why);
    var _ = closing.await(AGAIN.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    closing.countDown();
    reader.consumer().wakeup();
  }
}
