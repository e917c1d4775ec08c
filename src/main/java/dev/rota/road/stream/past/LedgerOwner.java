package dev.rota.road.stream.past;

import dev.rota.base.text.CauseChain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.AdminAnswer;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnReader;
import dev.rota.road.topics.UnfitCluster;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that no other application writes the ledger. Two applications on one ledger would decide
 * every input twice, each with its own state, and neither history could be proved.
 */
public final class LedgerOwner {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerOwner.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LOOK_MAX = Duration.ofSeconds(20);

  private final Domain domain;
  private final Map<String, Object> kafka;
  private final Admin admin;
  private final String group;
  private final ClaimTopic topic;
  private String cluster;
  private boolean hasTopic;
  private OwnerClaim standing;

  private LedgerOwner(Domain domain, Map<String, Object> kafka, Admin admin, String group) {
    this.domain = domain;
    this.kafka = kafka;
    this.admin = admin;
    this.group = group;
    this.topic = new ClaimTopic(kafka, domain.name());
  }

  /**
   * Returns if this application owns the ledger: its claim stands, on the topic of owners. Without
   * one it claims a ledger that is empty, or whose inputs it has offsets on.
   *
   * @throws UnfitCluster if another application has claimed or written the ledger
   */
  public static LedgerOwner check(
      Admin admin, Domain domain, Map<String, Object> kafka, String application, int partitions) {
    LedgerOwner owner = new LedgerOwner(domain, kafka, admin, application);
    owner.open();
    owner.requireOwn();
    // Offsets are checked again: an entry may become visible just before its input's offset.
    if (!owner.hasOffsets(application, false)
        && owner.hasLedger(partitions)
        && !owner.hasOffsets(application, true)) {
      throw owner.foreign(application);
    }
    owner.claim();
    return owner;
  }

  /**
   * The claim that stands; empty: nobody has claimed the ledger. Nothing is claimed.
   *
   * @throws UnfitCluster if it is of another application, or of another cluster
   */
  public static Optional<OwnerClaim> claimed(
      Admin admin, Domain domain, Map<String, Object> kafka, String application) {
    LedgerOwner owner = new LedgerOwner(domain, kafka, admin, application);
    owner.cluster = LedgerTakeover.cluster(admin);
    owner.standing = owner.topic.standing();
    owner.requireOwn();
    return Optional.ofNullable(owner.standing);
  }

  /** Without the right to read or make the topic, it does as older programs do. */
  private void open() {
    cluster = LedgerTakeover.cluster(admin);
    try {
      standing = topic.standing();
      if (standing == null) {
        create(admin, domain.name());
      }
      hasTopic = true;
    } catch (KafkaException e) {
      warn(refusal(e).orElseThrow(() -> e));
    }
  }

  /** Why the topic can be neither read nor made, if it is not that nobody answers. */
  private static Optional<ApiException> refusal(KafkaException e) {
    return CauseChain.first(e, ApiException.class)
        .filter(why -> !(why instanceof RetriableException));
  }

  private void warn(ApiException why) {
    LOG.warn(
        "{}: nothing keeps another application from deciding it as well, for the topic {} cannot be"
            + " used: {}. Run 'rota topics create' as an admin, and grant what 'rota topics acls'"
            + " prints",
        domain.name(),
        topic.partition().topic(),
        why.getMessage());
  }

  /** Makes the topic of owners if there is none, with as many replicas as the ledger has. */
  static void create(Admin admin, String domain) {
    String ledger = RequiredTopics.ledger(domain);
    List<TopicPartitionInfo> found =
        get(admin.describeTopics(List.of(ledger)).allTopicNames()).get(ledger).partitions();
    int replicas = found.get(0).replicas().size();
    MissingTopics.createUnlessThere(admin, RequiredTopics.ofOwners(domain), found.size(), replicas);
  }

  /** Reads again what stands, once this application has claimed. */
  private void claim() {
    if (hasTopic && standing == null) {
      try {
        standing = topic.claim(new OwnerClaim(group, cluster, 1));
      } catch (AuthorizationException e) {
        warn(e);
        hasTopic = false;
      }
      requireOwn();
    }
  }

  /** Returns true if claims can be read. */
  public boolean hasTopic() {
    return hasTopic;
  }

  /** Where the claims are. */
  public TopicPartition claims() {
    return topic.partition();
  }

  /**
   * Reads the claims again.
   *
   * @throws UnfitCluster if another application's stands
   */
  public void requireClaim() {
    if (hasTopic) {
      standing = topic.standing();
      requireOwn();
    }
  }

  private void requireOwn() {
    if (standing == null || standing.isOf(group, cluster)) {
      return;
    }
    String owner = application(standing.group());
    boolean moved = !standing.cluster().equals(cluster);
    String where = moved ? ", on the cluster " + standing.cluster() + " and not on " + cluster : "";
    throw new UnfitCluster(
        ("the ledger %s belongs to the application.id %s: its decisions are made by %s%s, and this"
                + " is the group %s. Two would decide every input twice. Use that application.id, or,"
                + " once its engines are stopped, take the ledger over:%n  rota ledger take %s --from"
                + " %s --application-id %s")
            .formatted(
                RequiredTopics.ledger(domain.name()),
                owner,
                standing.group(),
                where,
                group,
                domain.name(),
                owner,
                application(group)));
  }

  /** The application.id of such a group. */
  private String application(String of) {
    String suffix = "-" + domain.name();
    return of.endsWith(suffix) ? of.substring(0, of.length() - suffix.length()) : of;
  }

  /**
   * Returns if what this application has read has a ledger.
   *
   * @throws UnfitCluster if a partition of the ledger was never written, and its inputs were read
   */
  public static void requireLedger(
      Admin admin, Domain domain, Map<String, Object> kafka, String application) {
    Map<TopicPartition, Long> offsets =
        new LedgerOwner(domain, kafka, admin, application).offsets(application, false);
    String ledger = RequiredTopics.ledger(domain.name());
    List<TopicPartition> read =
        offsets.keySet().stream()
            .map(input -> new TopicPartition(ledger, input.partition()))
            .distinct()
            .toList();
    Map<TopicPartition, Long> ends = Map.of();
    if (!read.isEmpty()) {
      try (PartitionReader<byte[]> reader = PartitionReader.uncommitted(kafka)) {
        ends = reader.ends(read);
      }
    }
    for (Map.Entry<TopicPartition, Long> input : offsets.entrySet()) {
      TopicPartition one = new TopicPartition(ledger, input.getKey().partition());
      if (input.getValue() > 0 && ends.get(one) == 0) {
        throw new UnfitCluster(
            "the ledger %s, partition %d is empty, but the group %s has read %s up to offset %d:"
                    .formatted(
                        ledger, one.partition(), application, input.getKey(), input.getValue())
                + " the ledger was deleted and recreated. Restore it, or start over with"
                + " new topics and a new application.id");
      }
    }
  }

  /**
   * Returns if the group of this application is not older than the ledger, as after a restore or a
   * reset: what the ledger's last pages have taken is behind its offsets.
   *
   * @return the time of the ledger's last turn, epoch ms; negative: it has none
   * @throws UnfitCluster if it would decide inputs twice
   */
  public static long requireCurrentGroup(
      Admin admin, Domain domain, Map<String, Object> kafka, String application, int partitions) {
    // In this order: an offset is committed with its page.
    LastPages last = LastPages.of(kafka, domain.name(), partitions);
    Map<TopicPartition, Long> offsets =
        new LedgerOwner(domain, kafka, admin, application).offsets(application, true);
    last.taken.forEach(
        (input, next) -> {
          long read = offsets.getOrDefault(input, next);
          if (read < next) {
            throw new UnfitCluster(
                ("the group %s has read %s up to offset %d, and the ledger %s has decided what lies"
                        + " before offset %d: the group is older than the ledger, and would decide"
                        + " inputs twice. Set it to the offset after the last input that the"
                        + " ledger has:%n%s")
                    .formatted(
                        application,
                        input,
                        read,
                        RequiredTopics.ledger(domain.name()),
                        next,
                        reset(
                            kafka,
                            application,
                            input.topic() + ":" + input.partition(),
                            Long.toString(next))));
          }
        });
    return last.decidedMillis;
  }

  private static String reset(
      Map<String, Object> kafka, String group, String topic, String offset) {
    return "  kafka-consumer-groups.sh --bootstrap-server %s --group %s --topic %s --reset-offsets --to-offset %s --execute"
        .formatted(kafka.get("bootstrap.servers"), group, topic, offset);
  }

  private boolean hasOffsets(String group, boolean settled) {
    return !offsets(group, settled).isEmpty();
  }

  /** The group's offsets on the inputs. */
  private Map<TopicPartition, Long> offsets(String group, boolean settled) {
    List<String> inputs = domain.wire().inputs().stream().map(InputTopic::topic).toList();
    Map<TopicPartition, Long> offsets = new HashMap<>();
    get(admin
            .listConsumerGroupOffsets(
                group, new ListConsumerGroupOffsetsOptions().requireStable(settled))
            .partitionsToOffsetAndMetadata())
        .forEach(
            (at, offset) -> {
              if (offset != null && inputs.contains(at.topic())) {
                offsets.put(at, offset.offset());
              }
            });
    return offsets;
  }

  /** Returns true if the ledger has committed records. */
  private boolean hasLedger(int partitions) {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      String ledger = RequiredTopics.ledger(domain.name());
      reader.assign(PartitionReader.partitions(ledger, partitions));
      long deadline = System.nanoTime() + LOOK_MAX.toNanos();
      while (!reader.isAtEnds()) {
        if (!reader.poll(POLL).isEmpty()) {
          return true;
        }
        if (System.nanoTime() - deadline > 0) {
          throw new TimeoutException("the ledger " + ledger + " cannot be read");
        }
      }
      return false;
    }
  }

  private UnfitCluster foreign(String application) {
    String others =
        get(admin.listGroups().valid()).stream()
            .map(GroupListing::groupId)
            .filter(group -> group.endsWith("-" + domain.name()) && hasOffsets(group, false))
            .sorted()
            .collect(Collectors.joining(", "));
    return new UnfitCluster(
        "the ledger "
            + RequiredTopics.ledger(domain.name())
            + " already holds decisions, but the group "
            + application
            + " has made none of them: "
            + (others.isEmpty()
                ? "no group has offsets on its inputs"
                : "they were made by " + others)
            + ". Two applications on one ledger would decide every input twice. Use the"
            + " application.id that started it"
            + (others.isEmpty() ? "" : " (the group's name without -" + domain.name() + ")")
            + "; if it was this one and its offsets have expired, reset them to the offsets after"
            + " the inputs of the ledger's last entries:\n"
            + reset(kafka, application, domain.wire().inputs().get(0).topic(), "N"));
  }

  private static <T> T get(KafkaFuture<T> answer) {
    return AdminAnswer.of(answer, "cannot determine who writes the ledger");
  }

  /**
   * The last pages of a ledger: how far inputs are taken, and when it decided last. An input's
   * offset is committed with its page: a group that is behind is older than the ledger, and would
   * decide these inputs twice.
   */
  private static final class LastPages {
    /** A page, and the markers of some transactions. */
    private static final int LAST_RECORDS = 8;

    /** The offset behind the last one that is taken, of the inputs that these pages name. */
    private final Map<TopicPartition, Long> taken = new HashMap<>();

    private long decidedMillis = -1;

    static LastPages of(Map<String, Object> kafka, String domain, int partitions) {
      LastPages last = new LastPages();
      List<TopicPartition> ledger =
          PartitionReader.partitions(RequiredTopics.ledger(domain), partitions);
      try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
        reader.assignLast(ledger, LAST_RECORDS);
        reader.readToEnds("the ledger of " + domain, LOOK_MAX, last::read);
      }
      return last;
    }

    /** Skips a record that cannot be read: the opening of its task reports it. */
    private void read(ConsumerRecord<byte[], byte[]> record) {
      for (TurnEntry turn : new TurnReader().of(record)) {
        decidedMillis = Math.max(decidedMillis, turn.atMillis());
        if (turn.source() != null) {
          TopicPartition input =
              new TopicPartition(turn.source().topic(), turn.source().partition());
          taken.merge(input, turn.source().offset() + 1, Math::max);
        }
      }
    }
  }
}
