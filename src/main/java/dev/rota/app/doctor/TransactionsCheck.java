package dev.rota.app.doctor;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.road.backup.DomainRestore;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.UngrantedRights;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Whether a transaction that nobody ends is open on what a domain's engines write. Readers and the
 * next owner of the partition would wait for it.
 *
 * <p>There are two kinds. The coordinator knows the one and should have ended it: it is older than
 * its time-out. The other is open on a partition alone, and the coordinator does not count that
 * partition among those of the producer's transaction. A partition is added there before anything
 * is written, and leaves when it has its marker. So what is open before and after the coordinator
 * was asked, and unknown to it, stays open for ever.
 *
 * <p>The commands that end a transaction destroy a live one, too. So one is lost only if its last
 * record is older than any turn, and a command is named only if no transactional id can be hidden
 * and this machine's clock agrees with the cluster's.
 */
final class TransactionsCheck implements DoctorCheck {
  /** Coordinators look for old transactions every 10 s. */
  static final Duration MARGIN = Duration.ofSeconds(30);

  /** No producer has an id that ends so. */
  private static final String NOBODY = "doctor";

  private final LongSupplier millis;
  private final ClockCheck clock;

  /**
   * Tells ages by a clock.
   *
   * @param millis epoch ms
   * @param clock whether {@code millis} may be believed
   */
  TransactionsCheck(LongSupplier millis, ClockCheck clock) {
    this.millis = millis;
    this.clock = clock;
  }

  @Override
  public String id() {
    return "transactions";
  }

  @Override
  public boolean isOfDomain() {
    return true;
  }

  /**
   * A transaction that a partition has open. It differs after each record that it gets.
   *
   * @param last timestamp of its newest record, epoch ms; that of an output may be far in the past
   */
  private record OpenTransaction(TopicPartition on, long producer, long start, long last) {
    static final Comparator<OpenTransaction> ORDER =
        Comparator.comparing((OpenTransaction one) -> one.on().topic())
            .thenComparing(one -> one.on().partition());
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    ClusterAdmin cluster = at.cluster();
    Set<TopicPartition> written = partitions(at);
    if (written.isEmpty()) {
      return List.of(DoctorFinding.unknown("there is no topic that may be seen; see topics.plan"));
    }
    Set<String> hidden = new TreeSet<>();
    Set<OpenTransaction> open = open(cluster, written, hidden);
    Map<String, TransactionDescription> known = known(cluster, open);
    long now = millis.getAsLong();
    List<DoctorFinding> late = new ArrayList<>();
    known.forEach((id, one) -> late(id, one, written, now, at.bootstrap()).ifPresent(late::add));
    List<DoctorFinding> found = new ArrayList<>(believed(late, at));
    Set<OpenTransaction> lost =
        open.stream()
            .filter(one -> !isKnown(one, known.values()) && now - one.last() > quietMax(at))
            .collect(Collectors.toSet());
    if (!lost.isEmpty()) {
      lost.retainAll(open(cluster, written, hidden)); // else it has ended meanwhile, or is written
    }
    if (!lost.isEmpty()) {
      found.addAll(judged(lost, at, now));
    }
    if (found.isEmpty()) {
      found.add(
          DoctorFinding.ok(
              "no transaction on %d partitions is left open"
                  .formatted(
                      written.stream().filter(one -> !hidden.contains(one.topic())).count())));
    }
    if (!hidden.isEmpty()) {
      found.add(
          DoctorFinding.of(
              DoctorFinding.Verdict.UNKNOWN,
              at.lacking(hidden.stream().map(AccessRight::toRead).toArray(AccessRight[]::new))));
    }
    return found;
  }

  private List<DoctorFinding> judged(Set<OpenTransaction> lost, DoctorContext at, long now) {
    List<AccessRight> unseen = unseen(at);
    return unseen.isEmpty()
        ? believed(lost(lost, at, now), at)
        : List.of(perhapsLive(lost, at.lacking(unseen.toArray(AccessRight[]::new))));
  }

  private static Set<TopicPartition> partitions(DoctorContext at) {
    Set<TopicPartition> all = new HashSet<>();
    for (String topic : at.written()) {
      try {
        at.cluster()
            .describe(List.of(topic))
            .values()
            .forEach(
                there ->
                    there
                        .partitions()
                        .forEach(one -> all.add(new TopicPartition(topic, one.partition()))));
      } catch (TopicAuthorizationException hidden) {
        // The rights and the plan say so.
      }
    }
    return all;
  }

  private static Set<OpenTransaction> open(
      ClusterAdmin cluster, Set<TopicPartition> partitions, Set<String> hidden) {
    var answers = cluster.admin().describeProducers(partitions);
    Set<OpenTransaction> open = new HashSet<>();
    for (TopicPartition one : partitions) {
      try {
        for (ProducerState producer : cluster.get(answers.partitionResult(one)).activeProducers()) {
          OptionalLong start = producer.currentTransactionStartOffset();
          if (start.isPresent() && start.getAsLong() >= 0) {
            open.add(
                new OpenTransaction(
                    one, producer.producerId(), start.getAsLong(), producer.lastTimestamp()));
          }
        }
      } catch (TopicAuthorizationException e) {
        hidden.add(one.topic());
      }
    }
    return open;
  }

  /** By transactional id: those that are under way, and those of these producers. */
  private static Map<String, TransactionDescription> known(
      ClusterAdmin cluster, Set<OpenTransaction> open) {
    Admin admin = cluster.admin();
    Set<String> ids = new TreeSet<>();
    var underWay =
        new ListTransactionsOptions()
            .filterStates(
                List.of(
                    TransactionState.ONGOING,
                    TransactionState.PREPARE_COMMIT,
                    TransactionState.PREPARE_ABORT));
    for (TransactionListing one : cluster.get(admin.listTransactions(underWay).all())) {
      ids.add(one.transactionalId());
    }
    if (!open.isEmpty()) {
      List<Long> producers = open.stream().map(OpenTransaction::producer).distinct().toList();
      var theirs = new ListTransactionsOptions().filterProducerIds(producers);
      for (TransactionListing one : cluster.get(admin.listTransactions(theirs).all())) {
        ids.add(one.transactionalId());
      }
    }
    Map<String, TransactionDescription> known = new TreeMap<>();
    var answers = admin.describeTransactions(ids);
    for (String id : ids) {
      try {
        known.put(id, cluster.get(answers.description(id)));
      } catch (TransactionalIdNotFoundException | AuthorizationException e) {
        // It has expired meanwhile, or may not be seen.
      }
    }
    return known;
  }

  private static boolean isKnown(OpenTransaction one, Collection<TransactionDescription> known) {
    return known.stream()
        .anyMatch(
            other ->
                other.producerId() == one.producer() && other.topicPartitions().contains(one.on()));
  }

  /** The ms after its last record for which a transaction may be live. */
  private static long quietMax(DoctorContext at) {
    int asked = EngineClients.of(at).transactionMillis();
    return Math.max(asked, at.domain().turnMaxMillis()) + MARGIN.toMillis();
  }

  /** The rights without which transactions of the domain's producers are hidden. */
  private static List<AccessRight> unseen(DoctorContext at) {
    List<AccessRight> unseen = new ArrayList<>();
    for (String begin : List.of(at.group() + "-", DomainRestore.TRANSACTIONS)) {
      String id = begin + NOBODY;
      try {
        at.cluster().get(at.cluster().admin().describeTransactions(Set.of(id)).description(id));
      } catch (AuthorizationException e) {
        unseen.add(
            new AccessRight(
                begin,
                ResourceType.TRANSACTIONAL_ID,
                begin,
                true,
                begin + "*",
                AclOperation.DESCRIBE,
                false));
      } catch (TransactionalIdNotFoundException e) {
        // Who may not see it is not told that it is not there.
      }
    }
    return unseen;
  }

  private static DoctorFinding perhapsLive(Set<OpenTransaction> all, UngrantedRights lacking) {
    DoctorFinding right = DoctorFinding.of(DoctorFinding.Verdict.UNKNOWN, lacking);
    String places =
        all.stream()
            .sorted(OpenTransaction.ORDER)
            .map(one -> "%s since offset %d".formatted(one.on(), one.start()))
            .collect(Collectors.joining(", "));
    return new DoctorFinding(
        right.verdict(),
        "transactions are open on %s; whether they are live is not known: %s"
            .formatted(places, right.what()),
        right.mend());
  }

  /** What a wrong clock says of ages is no reason to end a transaction. */
  private List<DoctorFinding> believed(List<DoctorFinding> aged, DoctorContext at) {
    Optional<DoctorFinding> doubt =
        aged.isEmpty()
            ? Optional.empty()
            : clock.look(at).stream()
                .filter(one -> one.verdict() != DoctorFinding.Verdict.OK)
                .findFirst();
    return doubt.isEmpty() ? aged : aged.stream().map(one -> doubted(one, doubt.get())).toList();
  }

  private static DoctorFinding doubted(DoctorFinding aged, DoctorFinding doubt) {
    List<String> mend = new ArrayList<>(doubt.mend());
    mend.add("look again when the clocks are known to agree; see local.clock");
    return new DoctorFinding(
        DoctorFinding.Verdict.UNKNOWN,
        "%s; that is so by this machine's clock, which may be wrong: %s"
            .formatted(aged.what(), doubt.what()),
        mend);
  }

  /**
   * Judges a transaction that the coordinator knows.
   *
   * @param written the partitions that matter
   * @param now epoch ms
   */
  static Optional<DoctorFinding> late(
      String id,
      TransactionDescription one,
      Set<TopicPartition> written,
      long now,
      String bootstrap) {
    Set<String> topics =
        one.topicPartitions().stream()
            .filter(written::contains)
            .map(TopicPartition::topic)
            .collect(Collectors.toCollection(TreeSet::new));
    long age = now - one.transactionStartTimeMs().orElse(now);
    if (topics.isEmpty() || age <= one.transactionTimeoutMs() + MARGIN.toMillis()) {
      return Optional.empty();
    }
    return Optional.of(
        DoctorFinding.fail(
            "the transaction %s on %s is %s for %d s, and its time-out is %d s: readers wait for it"
                .formatted(
                    id,
                    String.join(", ", topics),
                    one.state(),
                    age / 1_000,
                    one.transactionTimeoutMs() / 1_000),
            "kafka-transactions.sh --bootstrap-server %s forceTerminateTransaction --transactionalId %s"
                .formatted(bootstrap, id)));
  }

  /** Ledger, outputs and offsets belong together, so the audit comes after the last one. */
  private static List<DoctorFinding> lost(Set<OpenTransaction> all, DoctorContext at, long now) {
    List<DoctorFinding> found = new ArrayList<>();
    for (OpenTransaction one : all.stream().sorted(OpenTransaction.ORDER).toList()) {
      List<String> mend = new ArrayList<>();
      mend.add(
          "kafka-transactions.sh --bootstrap-server %s abort --topic %s --partition %d --start-offset %d"
              .formatted(at.bootstrap(), one.on().topic(), one.on().partition(), one.start()));
      if (found.size() == all.size() - 1) {
        mend.add("then: rota audit " + at.domain().name());
      }
      found.add(
          new DoctorFinding(
              DoctorFinding.Verdict.FAIL,
              "a transaction is open on %s since offset %d, its last record is %d s old, and no"
                      .formatted(one.on(), one.start(), (now - one.last()) / 1_000)
                  + " coordinator knows it: readers and the next owner wait for ever",
              mend));
    }
    return found;
  }
}
