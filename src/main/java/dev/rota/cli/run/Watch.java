package dev.rota.cli.run;

import dev.rota.cli.show.Board;
import dev.rota.domain.Domain;
import dev.rota.domain.Output;
import dev.rota.registry.AvroDeserializer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes on the board what domains assign, as it is committed. */
final class Watch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
  private static final Duration POLL = Duration.ofSeconds(1);

  private final KafkaConsumer<byte[], Object> consumer;
  private final Map<String, String> domains;
  private final Board board;
  private final Thread thread = new Thread(this::run, "watch");
  private volatile boolean closing;

  private Watch(KafkaConsumer<byte[], Object> consumer, Map<String, String> domains, Board board) {
    this.consumer = consumer;
    this.domains = domains;
    this.board = board;
  }

  /** From now on. */
  static Watch start(DevStack stack, List<Domain<?, ?, ?>> watched, Board board) {
    Map<String, Object> configs = new HashMap<>(stack.settings().consumer());
    configs.putAll(stack.settings().registry());
    configs.put("specific.avro.reader", true);
    AvroDeserializer values = new AvroDeserializer();
    values.configure(configs, false);
    KafkaConsumer<byte[], Object> consumer =
        new KafkaConsumer<>(configs, new ByteArrayDeserializer(), values);
    Map<String, String> domains = new LinkedHashMap<>();
    watched.forEach(
        domain -> domains.put(Output.Channel.ASSIGNMENTS.topic(domain.name()), domain.name()));
    List<TopicPartition> partitions =
        domains.keySet().stream()
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position); // the end is where it is now, not at the first poll
    Watch watch = new Watch(consumer, domains, board);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try {
      while (!closing) {
        for (ConsumerRecord<byte[], Object> record : consumer.poll(POLL)) {
          board.assigned(domains.get(record.topic()), (SpecificRecord) record.value());
        }
      }
    } catch (WakeupException e) {
      LOG.debug("the watch ends");
    } finally {
      consumer.close();
    }
  }

  @Override
  public void close() {
    closing = true;
    consumer.wakeup();
  }
}
