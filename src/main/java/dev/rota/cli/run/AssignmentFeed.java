package dev.rota.cli.run;

import dev.rota.cli.show.LiveBoard;
import dev.rota.domain.Domain;
import dev.rota.domain.Output;
import dev.rota.partitions.PartitionReader;
import dev.rota.registry.AvroDeserializer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes committed assignments of the domains on the board. */
final class AssignmentFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AssignmentFeed.class);
  private static final Duration POLL = Duration.ofSeconds(1);

  private final PartitionReader<Object> reader;
  private final Map<String, String> domains;
  private final LiveBoard board;
  private final Thread thread = new Thread(this::run, "watch");
  private volatile boolean closing;

  private AssignmentFeed(
      PartitionReader<Object> reader, Map<String, String> domains, LiveBoard board) {
    this.reader = reader;
    this.domains = domains;
    this.board = board;
  }

  /** Starts with the next assignment. */
  static AssignmentFeed start(DevStack stack, List<Domain<?, ?, ?>> watched, LiveBoard board) {
    Map<String, Object> configs = new HashMap<>(stack.settings().consumer());
    configs.putAll(stack.settings().registry());
    configs.put("specific.avro.reader", true);
    AvroDeserializer values = new AvroDeserializer();
    values.configure(configs, false);
    PartitionReader<Object> reader = new PartitionReader<>(configs, values);
    Map<String, String> domains = new LinkedHashMap<>();
    watched.forEach(
        domain -> domains.put(Output.Channel.ASSIGNMENTS.topic(domain.name()), domain.name()));
    List<TopicPartition> partitions =
        domains.keySet().stream().flatMap(topic -> reader.partitionsOf(topic).stream()).toList();
    reader.assign(partitions).skip(partitions);
    AssignmentFeed feed = new AssignmentFeed(reader, domains, board);
    feed.thread.start();
    return feed;
  }

  private void run() {
    try {
      while (!closing) {
        for (ConsumerRecord<byte[], Object> record : reader.poll(POLL)) {
          board.assigned(domains.get(record.topic()), (SpecificRecord) record.value());
        }
      }
    } catch (WakeupException e) {
      LOG.debug("the watch ends");
    } finally {
      reader.close();
    }
  }

  @Override
  public void close() {
    closing = true;
    reader.consumer().wakeup();
  }
}
