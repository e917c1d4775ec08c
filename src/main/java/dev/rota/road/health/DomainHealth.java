package dev.rota.road.health;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.health.ClusterLook.Offsets;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RequiredRights;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.road.topics.rights.UngrantedRights;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What a cluster says of a domain, asked once a second, for a follower that reads its ledger.
 * Thread-safe.
 */
public final class DomainHealth implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(1);

  /** A look is over by then, whichever brokers are gone: Kafka's word must not grow old by it. */
  private static final int LOOK_MILLIS = 3_000;

  private static final int LOOK_LEAST_MILLIS = 500;
  private static final Duration STANDSTILL = Duration.ofSeconds(30);

  private final String domain;
  private final RequiredRights rights;
  private final String group;
  private final List<String> inputs;
  private final Followed followed;
  private final Supplier<SortedMap<Integer, Instant>> readHolds;
  private final InputBacklog backlog;
  private final ClusterWatch watch;
  private final ClusterLook cluster;
  private final GroupLook members;

  /** Since when something of a partition cannot be reached, or is not known. */
  private final SeenSince troubles = new SeenSince();

  private final SeenSince unknowns = new SeenSince();
  private final SeenSince owners = new SeenSince();
  private final long startMillis = System.currentTimeMillis();

  /** The last member of the group that had a partition. */
  private final Map<Integer, PartitionOwner> lastMembers = new HashMap<>();

  /** Partitions whose ledger has more than the group has taken, as of the last look. */
  private final Set<Integer> ahead = new HashSet<>();

  private Map<TopicPartition, Long> holdEnds;
  private KafkaFuture<Map<String, TopicDescription>> holdsAsked;
  private boolean holdsThere;
  private SortedMap<Integer, Instant> holds;

  /** Why it is not known what is held; null: it is, or nobody has ever held anything. */
  private String holdsUnknown;

  /** What the last refusal was about. */
  private String lacking;

  private volatile Map<Integer, ClusterFacts> facts = Map.of();

  /** What is followed. */
  public interface Followed {
    /** The partitions. */
    Set<Integer> partitions();

    /** The offsets behind the last inputs that the ledger has, as far as it is read. */
    Map<TopicPartition, Long> taken();
  }

  /**
   * What is not known of the group, and what is.
   *
   * @param unknown why it may not be asked; null: it may
   * @param silence why it does not answer; null: it does
   */
  private record Group(
      Map<TopicPartition, Long> committed,
      GroupLook.Owners owners,
      String unknown,
      String silence) {
    static Group without(String why, boolean isSilent) {
      return new Group(
          Map.of(),
          new GroupLook.Owners(Map.of(), PartitionOwner.unknown(why)),
          isSilent ? null : why,
          isSilent ? why : null);
    }
  }

  /** Since when something is so of partitions, as looks in a row have seen it. Not thread-safe. */
  static final class SeenSince {
    private final Map<Integer, Seen> seen = new HashMap<>();

    private record Seen(Object what, long sinceMillis) {}

    /**
     * A look has seen this.
     *
     * @param what null: nothing of the kind
     * @return epoch ms of the first look in a row that saw the same; 0: there is nothing
     */
    long see(int partition, Object what, long nowMillis) {
      Seen before = seen.get(partition);
      if (what == null) {
        seen.remove(partition);
        return 0;
      }
      if (before == null || !before.what.equals(what)) {
        seen.put(partition, new Seen(what, nowMillis));
        return nowMillis;
      }
      return before.sinceMillis;
    }

    /** Forgets the others. */
    void keep(Set<Integer> partitions) {
      seen.keySet().retainAll(partitions);
    }
  }

  private DomainHealth(
      Domain domain,
      Map<String, Object> kafka,
      String application,
      Supplier<SortedMap<Integer, Instant>> holds,
      Followed followed) {
    this.domain = domain.name();
    List<AccessRight> all = RightsTable.of(TopicRole.FOLLOWER, domain, application);
    this.rights = new RequiredRights(TopicRole.FOLLOWER, all, kafka);
    this.group = RequiredTopics.group(application, domain.name());
    this.inputs = domain.wire().inputs().stream().map(InputTopic::topic).toList();
    this.followed = followed;
    this.readHolds = holds;
    long patience = Math.max(STANDSTILL.toMillis(), domain.turnMaxMillis());
    this.backlog = new InputBacklog(Duration.ofMillis(patience), System::currentTimeMillis);
    this.watch = new ClusterWatch(domain.name() + "-health", kafka);
    this.cluster = new ClusterLook(kafka, watch.admin());
    this.members = new GroupLook(watch.admin(), group);
  }

  /**
   * Begins to ask.
   *
   * @param kafka settings of a client
   * @param application the engines' {@code application.id}
   * @param holds reads which partitions are held, and since when
   */
  public static DomainHealth start(
      Domain domain,
      Map<String, Object> kafka,
      String application,
      Supplier<SortedMap<Integer, Instant>> holds,
      Followed followed) {
    DomainHealth health = new DomainHealth(domain, kafka, application, holds, followed);
    health.watch.every(EVERY, _ -> health.look());
    return health;
  }

  /** What is known of a partition. It says itself of when it is. */
  public ClusterFacts of(int partition) {
    ClusterFacts known = facts.get(partition);
    return known == null
        ? new ClusterFacts(
            null,
            new HealthTrouble("Kafka was not asked yet", startMillis),
            0,
            PartitionOwner.unknown("it was not asked"),
            startMillis,
            0,
            0,
            new HealthTrouble(null, startMillis))
        : known;
  }

  private void look() {
    long began = System.nanoTime();
    Set<Integer> partitions = followed.partitions();
    List<TopicPartition> asked = of(inputs.stream(), partitions);
    List<TopicPartition> held =
        hasHolds() ? of(Stream.of(RequiredTopics.holds(domain)), partitions) : List.of();
    // The ends first: what is taken in between must not look like a backlog.
    List<TopicPartition> all = new ArrayList<>(asked);
    all.addAll(held);
    Offsets ends = cluster.ends(all);
    if (ends.known().isEmpty()
        && ends.failures().values().stream().noneMatch(DomainHealth::isSaid)) {
      return; // nothing was heard
    }
    Group said = group(left(began));
    Map<TopicPartition, Long> ledger = followed.taken();
    Map<TopicPartition, Long> taken = taken(ends.known().keySet(), said, ledger);
    cluster
        .into(backlog.see(asked, taken, ends.known()), backlog, left(began))
        .ifPresent(refusal -> lacking = lacking(refusal));
    hold(held, ends);
    backlog.excuse(partitions.stream().filter(one -> isExcused(one, said.owners)).toList());
    List.of(troubles, unknowns, owners).forEach(one -> one.keep(partitions));
    long now = System.currentTimeMillis();
    Map<Integer, ClusterFacts> known = new HashMap<>();
    Set<Integer> aheadNow = new HashSet<>();
    for (int one : partitions) {
      if (isAhead(one, ledger, said.committed)) {
        aheadNow.add(one);
      }
      known.put(one, facts(one, asked, ends, said, aheadNow, now));
    }
    ahead.clear();
    ahead.addAll(aheadNow);
    facts = known;
  }

  /** Nobody may ever have held anything. Kafka's client logs each question about no topic. */
  private boolean hasHolds() {
    if (!holdsThere) {
      if (holdsAsked == null) {
        String topic = RequiredTopics.holds(domain);
        holdsAsked = watch.admin().describeTopics(List.of(topic)).allTopicNames();
      }
      if (holdEnds == null || holdsAsked.isDone()) {
        try {
          holdsThere = !ClusterLook.get(holdsAsked).isEmpty();
        } catch (KafkaException _) {
          // There is none, it may not be seen, or no broker says it: it is asked again.
        }
        holdsAsked = null;
      }
    }
    return holdsThere;
  }

  private static int left(long began) {
    long took = Duration.ofNanos(System.nanoTime() - began).toMillis();
    return (int) Math.max(LOOK_LEAST_MILLIS, LOOK_MILLIS - took);
  }

  private static List<TopicPartition> of(Stream<String> topics, Set<Integer> partitions) {
    return topics
        .flatMap(topic -> partitions.stream().map(one -> new TopicPartition(topic, one)))
        .toList();
  }

  /** Returns true if a broker has said it, however unwelcome it is. */
  private static boolean isSaid(KafkaException failure) {
    return failure instanceof AuthorizationException
        || failure instanceof UnknownTopicOrPartitionException;
  }

  private Group group(int millis) {
    try {
      return new Group(cluster.committed(group, millis), members.look(millis), null, null);
    } catch (AuthorizationException e) {
      return Group.without(lacking(e), false);
    } catch (TimeoutException _) {
      return Group.without("no broker answers about the group " + group, true);
    } catch (KafkaException e) {
      String why = "the group %s cannot be asked: %s".formatted(group, e.getMessage());
      return Group.without(why, true);
    }
  }

  /** The rights of a follower that this one does not have. */
  private String lacking(AuthorizationException refusal) {
    return rights
        .behind(refusal, watch.admin())
        .map(UngrantedRights::line)
        .orElseGet(refusal::getMessage);
  }

  /** The ledger names the inputs of its turns; the group says it of those before a checkpoint. */
  private Map<TopicPartition, Long> taken(
      Set<TopicPartition> ended, Group said, Map<TopicPartition, Long> ledger) {
    Map<TopicPartition, Long> taken = new HashMap<>(said.committed);
    ledger.forEach((input, offset) -> taken.merge(input, offset, Math::max));
    if (said.unknown == null && said.silence == null) {
      List<TopicPartition> never =
          ended.stream()
              .filter(one -> inputs.contains(one.topic()) && !taken.containsKey(one))
              .toList();
      taken.putAll(cluster.begins(never).known());
    }
    return taken;
  }

  /** Reads what is held when something was written about it. */
  private void hold(List<TopicPartition> topic, Offsets ends) {
    if (topic.stream().map(ends.failures()::get).anyMatch(one -> one != null && !isSaid(one))) {
      return; // to read it would take as long as its broker is gone
    }
    holdsThere =
        topic.stream()
                .noneMatch(
                    one -> ends.failures().get(one) instanceof UnknownTopicOrPartitionException)
            && holdsThere;
    Map<TopicPartition, Long> now = new HashMap<>(ends.known());
    now.keySet().retainAll(topic);
    if (now.equals(holdEnds)) {
      return;
    }
    holds = null;
    holdsUnknown = null;
    try {
      holds = readHolds.get();
      holdEnds = now;
    } catch (AuthorizationException _) {
      boolean ever = now.values().stream().anyMatch(end -> end > 0);
      holdsUnknown =
          ever ? rights.lacking(AccessRight.toRead(RequiredTopics.holds(domain))).line() : null;
      holdEnds = ever ? null : now; // until it may be read
    }
  }

  /** A member that has it only now has taken nothing of it, and nobody takes what is held. */
  private boolean isExcused(int partition, GroupLook.Owners said) {
    PartitionOwner owner = said.of(partition);
    boolean isNew =
        owner.kind() == PartitionOwner.Kind.MEMBER
            && !owner.equals(lastMembers.put(partition, owner));
    return isNew
        || owner.kind() == PartitionOwner.Kind.NOBODY
        || holds != null && holds.containsKey(partition);
  }

  private boolean isAhead(
      int partition, Map<TopicPartition, Long> ledger, Map<TopicPartition, Long> committed) {
    return ledger.entrySet().stream()
        .filter(one -> one.getKey().partition() == partition)
        .anyMatch(one -> one.getValue() > committed.getOrDefault(one.getKey(), 0L));
  }

  private ClusterFacts facts(
      int partition,
      List<TopicPartition> asked,
      Offsets ends,
      Group said,
      Set<Integer> aheadNow,
      long now) {
    String unknown = said.unknown;
    String trouble = said.silence;
    for (TopicPartition one : asked) {
      KafkaException failure = ends.failures().get(one);
      if (one.partition() == partition && failure instanceof AuthorizationException refusal) {
        unknown = unknown == null ? lacking(refusal) : unknown;
      } else if (one.partition() == partition && failure != null) {
        trouble = outOfReach(one, failure);
      }
    }
    WaitingInputs waiting = backlog.of(partition).orElse(null);
    PartitionOwner owner = said.owners.of(partition);
    if (holdsUnknown != null && owner.kind() == PartitionOwner.Kind.MEMBER) {
      owner = PartitionOwner.unknown(holdsUnknown);
    }
    boolean others = aheadNow.contains(partition) && ahead.contains(partition);
    if (owner.kind() == PartitionOwner.Kind.NOBODY && others) {
      owner = others();
    }
    String why = whyUnknown(waiting, unknown);
    return new ClusterFacts(
        waiting,
        new HealthTrouble(why, unknowns.see(partition, why == null ? null : true, now)),
        backlog.standsSince(partition).orElse(0L),
        owner,
        owners.see(partition, owner.kind(), now),
        holds != null && holds.containsKey(partition) ? holds.get(partition).toEpochMilli() : 0,
        now,
        new HealthTrouble(trouble, troubles.see(partition, trouble == null ? null : true, now)));
  }

  private String whyUnknown(WaitingInputs waiting, String unknown) {
    if (waiting != null) {
      return waiting.atMost() ? lacking : null;
    }
    return unknown == null ? "what is taken is not known" : unknown;
  }

  private static String outOfReach(TopicPartition one, KafkaException failure) {
    return failure instanceof TimeoutException
        ? "no broker that leads %s answers".formatted(one)
        : "%s cannot be reached: %s".formatted(one, failure.getMessage());
  }

  /** A follower may be given another group than the engine's. */
  private PartitionOwner others() {
    return new PartitionOwner(
        PartitionOwner.Kind.ELSEWHERE,
        "the ledger has inputs that the group %s has not taken".formatted(group));
  }

  @Override
  public void close() {
    watch.close();
    cluster.close();
  }
}
