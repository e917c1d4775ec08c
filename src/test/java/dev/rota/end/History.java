package dev.rota.end;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Everything that lies on the topics of a domain, to be laid there again with something changed:
 * nothing can be edited in place on Kafka.
 */
final class History {
  private final DomainCluster cluster;
  private final Map<String, List<ProducerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
  private final Set<String> touched;

  private History(DomainCluster cluster, List<String> topics) {
    this.cluster = cluster;
    this.touched = new HashSet<>(topics);
  }

  static History of(DomainCluster cluster) {
    List<String> topics = cluster.topics();
    History history = new History(cluster, topics);
    for (String topic : topics) {
      history.records.put(topic, cluster.committed(topic).stream().map(History::copy).toList());
    }
    return history;
  }

  private static ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> record) {
    return new ProducerRecord<>(
        record.topic(),
        record.partition(),
        record.timestamp(),
        record.key(),
        record.value(),
        record.headers());
  }

  List<ProducerRecord<byte[], byte[]>> on(String topic) {
    return records.get(topic);
  }

  /** Lays everything down as it was, but one topic changed. */
  void lay(String topic, UnaryOperator<List<ProducerRecord<byte[], byte[]>>> forgery)
      throws Exception {
    touched.add(topic);
    List<String> anew = List.copyOf(touched);
    cluster.empty(anew);
    for (String name : anew) {
      List<ProducerRecord<byte[], byte[]>> copies = new ArrayList<>(records.get(name));
      send(name.equals(topic) ? forgery.apply(copies) : copies);
    }
    touched.clear();
    touched.add(topic);
  }

  private void send(List<ProducerRecord<byte[], byte[]>> copies) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            cluster.kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (ProducerRecord<byte[], byte[]> copy : copies) {
        var _ = producer.send(copy);
      }
    }
  }
}
