package dev.rota.cli;

import dev.rota.domain.Domain;
import dev.rota.registry.AvroDeserializer;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
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

/** Shows a domain's assignments as they are committed, a line each. */
final class Watch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
  private static final Duration POLL = Duration.ofSeconds(1);

  private final Root root;
  private final Domain<?, ?, ?> domain;
  private final KafkaConsumer<byte[], Object> consumer;
  private final Thread thread = new Thread(this::run, "watch");
  private volatile boolean closing;

  private Watch(Root root, Domain<?, ?, ?> domain, KafkaConsumer<byte[], Object> consumer) {
    this.root = root;
    this.domain = domain;
    this.consumer = consumer;
  }

  static Watch start(Root root, DevStack stack, String topic, Domain<?, ?, ?> domain) {
    Map<String, Object> configs = new HashMap<>(stack.kafka());
    configs.put("schema.registry.url", stack.registry());
    configs.put("specific.avro.reader", true);
    configs.put("isolation.level", "read_committed");
    AvroDeserializer values = new AvroDeserializer();
    values.configure(configs, false);
    KafkaConsumer<byte[], Object> consumer =
        new KafkaConsumer<>(configs, new ByteArrayDeserializer(), values);
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position); // the end is where it is now, not at the first poll
    Watch watch = new Watch(root, domain, consumer);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try {
      while (!closing) {
        for (ConsumerRecord<byte[], Object> record : consumer.poll(POLL)) {
          root.console().line(domain.wire().tell((SpecificRecord) record.value()));
        }
        root.console().out().flush();
      }
    } catch (WakeupException e) {
      LOG.debug("the watch ends");
    } catch (IOException e) {
      // Whoever was watching went away; the process goes on.
      LOG.debug("nobody watches any more", e);
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
