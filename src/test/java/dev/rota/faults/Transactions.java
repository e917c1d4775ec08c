package dev.rota.faults;

import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The transactions on a domain's topics, as the brokers tell of them. */
record Transactions(Admin admin, String bootstrap, Domain domain, int partitions) {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long READ_MAX_NANOS = Duration.ofSeconds(20).toNanos();

  /** The partitions that open transactions whose names begin so have decided on. */
  Collection<Integer> open(String prefix) throws Exception {
    var ongoing = new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING));
    Collection<Integer> open = new TreeSet<>();
    for (TransactionDescription one : describe(prefix, ongoing)) {
      one.topicPartitions().stream()
          .filter(at -> written().contains(at.topic()))
          .forEach(at -> open.add(at.partition()));
    }
    return open;
  }

  /** The broker that coordinates the transactions of those whose names begin so. */
  int coordinator(String prefix) throws Exception {
    return describe(prefix, new ListTransactionsOptions()).get(0).coordinatorId();
  }

  private List<TransactionDescription> describe(String prefix, ListTransactionsOptions options)
      throws Exception {
    List<String> names =
        admin.listTransactions(options).all().get().stream()
            .map(TransactionListing::transactionalId)
            .filter(name -> name.startsWith(prefix))
            .toList();
    return List.copyOf(admin.describeTransactions(names).all().get().values());
  }

  private List<String> written() {
    return Observer.topics(domain.name());
  }

  /** Where something lies behind the last that consumers see. */
  List<String> unfinished() throws Exception {
    Map<TopicPartition, Long> committed = ends(IsolationLevel.READ_COMMITTED);
    List<String> unfinished = new ArrayList<>();
    ends(IsolationLevel.READ_UNCOMMITTED)
        .forEach(
            (at, end) -> {
              if (!Objects.equals(committed.get(at), end)) {
                unfinished.add(at.toString());
              }
            });
    return unfinished;
  }

  /** The end of every partition of the domain. */
  Map<TopicPartition, Long> ends(IsolationLevel isolation) throws Exception {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (TopicSpec topic : RequiredTopics.of(domain)) {
      for (int i = 0; i < partitions; i++) {
        asked.put(new TopicPartition(topic.name(), i), OffsetSpec.latest());
      }
    }
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin
        .listOffsets(asked, new ListOffsetsOptions(isolation))
        .all()
        .get()
        .forEach((at, end) -> ends.put(at, end.offset()));
    return ends;
  }

  /** The places of what was written to these partitions and is not committed. */
  List<String> uncommitted(Collection<Integer> some) throws Exception {
    Map<TopicPartition, Long> from = ends(IsolationLevel.READ_COMMITTED);
    Map<TopicPartition, Long> to = ends(IsolationLevel.READ_UNCOMMITTED);
    List<TopicPartition> at =
        written().stream()
            .flatMap(topic -> some.stream().map(i -> new TopicPartition(topic, i)))
            .toList();
    List<String> places = new ArrayList<>();
    var bytes = new ByteArrayDeserializer();
    try (var consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrap), bytes, bytes)) {
      consumer.assign(at);
      at.forEach(one -> consumer.seek(one, from.get(one)));
      long until = System.nanoTime() + READ_MAX_NANOS;
      while (at.stream().anyMatch(one -> consumer.position(one) < to.get(one))) {
        consumer.poll(POLL).forEach(record -> places.add(Observer.place(record)));
        if (System.nanoTime() > until) {
          throw new IllegalStateException("cannot read what is not committed");
        }
      }
    }
    return places;
  }
}
