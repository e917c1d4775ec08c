package dev.rota.road.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.files.DirectoryOwner;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.registry.SchemaTransfer;
import dev.rota.registry.SeenSchemaIds;
import dev.rota.road.backup.BackupFault.Reason;
import dev.rota.road.backup.BackupManifest.GroupOffset;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.stream.past.ClaimTopic;
import dev.rota.road.stream.past.OwnerClaim;
import dev.rota.road.topics.AdminAnswer;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.road.topics.TurnReader;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * Makes a backup of a domain, or adds to one what the topics have since. Engines may run.
 *
 * <p>The ledger says where the backup ends: at the pages that were there when it was looked at
 * last. Everything else is cut to them. Outputs of later turns do not belong to it; the group's
 * offsets are those behind the inputs that these pages have taken; inputs that no page has taken
 * wait in it.
 */
public final class DomainBackup implements AutoCloseable {
  /** A transaction of {@code chunks} may take two minutes. */
  private static final Duration OPEN_MAX = Duration.ofSeconds(150);

  /** The first one's end may lie behind hours of copying, each later one's behind seconds. */
  private static final int ROUNDS_MAX = 6;

  private final Domain domain;
  private final Map<String, Object> kafka;
  private final Admin admin;
  private final String group;
  private final Path directory;
  private final Supplier<Instant> now;
  private final AtomicLong copied = new AtomicLong();
  private final TurnReader turns = new TurnReader();
  private final Map<TopicPartition, PartitionCopy> copies = new LinkedHashMap<>();
  private final Map<Integer, Map<String, Long>> lanes = new HashMap<>();
  private final Map<TopicPartition, Long> taken = new HashMap<>();
  private SeenSchemaIds schemaIds = new SeenSchemaIds();

  /**
   * Copies nothing yet.
   *
   * @param kafka settings of a consumer
   * @param group of the domain's engines
   * @param now the time of day
   */
  public DomainBackup(
      Domain domain,
      Map<String, Object> kafka,
      String group,
      Path directory,
      Supplier<Instant> now) {
    this.domain = domain;
    this.kafka = new HashMap<>(kafka);
    this.kafka.put("auto.offset.reset", "none");
    this.group = group;
    this.directory = directory;
    this.now = now;
    this.admin = Admin.create(kafka);
  }

  /** How many records are copied so far. */
  public long done() {
    return copied.get();
  }

  /**
   * Makes the backup.
   *
   * @param schemas the registry; null: its schemas are not copied
   * @throws UnfitCluster if a topic is missing
   * @throws BackupFault if the directory is not one of this domain, or a transaction does not end
   */
  public BackupManifest run(SchemaTransfer schemas) throws IOException {
    try (DirectoryOwner owner = DirectoryOwner.take(directory)) {
      if (owner == null) {
        throw new BackupFault(
            Reason.AGAIN, "another process writes " + directory, "wait for it, or name another");
      }
      TopicsFound found = TopicsFound.of(admin, domain);
      requireOwner();
      BackupManifest before =
          Files.exists(directory.resolve(BackupManifest.FILE))
              ? BackupManifest.read(directory)
              : null;
      found.claim(directory, domain.name());
      open(found, before);
      // Everything once, however long it takes; then what came meanwhile.
      copyAll(found);
      Map<TopicPartition, Long> groupBefore = groupOffsets();
      copyToOneEnd(found);
      copyMarks(found);
      BackupManifest made = manifest(found, groupBefore, schemas, before);
      made.write(directory);
      return made;
    }
  }

  /**
   * The offsets of a group that decides nothing would be restored, and nobody would go on there.
   */
  private void requireOwner() {
    OwnerClaim claim = new ClaimTopic(kafka, domain.name()).standing();
    if (claim != null && !claim.group().equals(group)) {
      throw new BackupFault(
          Reason.FOREIGN,
          "the ledger %s is decided by the group %s, and this is a backup for the group %s"
              .formatted(RequiredTopics.ledger(domain.name()), claim.group(), group),
          "set application.id=%s, as its engines have it"
              .formatted(claim.group().replaceFirst("-" + Pattern.quote(domain.name()) + "$", "")));
    }
  }

  private void open(TopicsFound found, BackupManifest before) throws IOException {
    Map<TopicPartition, BackupManifest.Partition> listed = new HashMap<>();
    if (before != null) {
      schemaIds = before.unknownIds();
      before
          .topics()
          .forEach(
              topic -> {
                for (int i = 0; i < topic.partitions().size(); i++) {
                  listed.put(new TopicPartition(topic.name(), i), topic.partitions().get(i));
                }
              });
      before
          .offsets()
          .forEach(
              one -> taken.put(new TopicPartition(one.topic(), one.partition()), one.offset()));
    }
    for (TopicPartition one : found.partitions()) {
      BackupManifest.Partition held =
          listed.getOrDefault(one, new BackupManifest.Partition(-1, 0, Map.of(), List.of()));
      if (isLedger(one)) {
        lanes.put(one.partition(), new TreeMap<>(held.lanes()));
      }
      long begin = held.parts().isEmpty() ? -1 : held.begin();
      copies.put(
          one, new PartitionCopy(directory, one, held.parts(), begin, record -> see(one, record)));
    }
  }

  private boolean isLedger(TopicPartition one) {
    return one.topic().equals(RequiredTopics.ledger(domain.name()));
  }

  /** Called with each record that is new. */
  private void see(TopicPartition at, ConsumerRecord<byte[], byte[]> record) {
    copied.incrementAndGet();
    schemaIds.add(WireFormat.id(record));
    if (isLedger(at)) {
      for (TurnEntry turn : turns.of(record)) {
        lanes.get(at.partition()).merge(turn.lane(), turn.number(), Math::max);
        if (turn.source() != null) {
          taken.merge(
              new TopicPartition(turn.source().topic(), turn.source().partition()),
              turn.source().offset() + 1,
              Math::max);
        }
      }
    }
  }

  private void copyAll(TopicsFound found) throws IOException {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      Map<TopicPartition, Long> ends = reader.ends(found.partitions());
      for (PartitionCopy copy : copies.values()) {
        copy.copy(reader, ends.get(copy.partition()), _ -> false);
      }
    }
  }

  /**
   * A later record of a compacted topic, which does not belong to the backup, may take the place of
   * an earlier one that does, before that is read. So where something may be removed there, the end
   * is moved behind it.
   */
  private void copyToOneEnd(TopicsFound found) throws IOException {
    for (int round = 0; round < ROUNDS_MAX; round++) {
      copyLedger(found);
      if (copyRest(found)) {
        return;
      }
    }
    throw new BackupFault(
        Reason.AGAIN,
        "a compacted topic was compacted %d times while its end was copied".formatted(ROUNDS_MAX),
        "run it again: it continues where it stopped");
  }

  /**
   * An output is there only if its page is: so the pages go first, and cover all that is copied.
   */
  private void copyLedger(TopicsFound found) throws IOException {
    List<TopicPartition> ledger = found.partitions().stream().filter(this::isLedger).toList();
    Map<TopicPartition, Long> ends = SettledEnds.of(kafka, ledger, OPEN_MAX);
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      for (TopicPartition one : ledger) {
        copies.get(one).copy(reader, ends.get(one), _ -> false);
      }
    }
  }

  /** Returns true if nothing that belongs to the pages can be missing. */
  private boolean copyRest(TopicsFound found) throws IOException {
    Set<String> names = new HashSet<>();
    Set<String> compacted = new HashSet<>();
    domain.wire().inputs().stream().map(InputTopic::topic).forEach(names::add);
    Set<String> outputs = new HashSet<>();
    for (Output.Channel channel : domain.wire().channels()) {
      String topic = channel.topic(domain.name());
      outputs.add(topic);
      if (channel.isCompacted()) {
        compacted.add(topic);
      }
    }
    names.addAll(outputs);
    List<TopicPartition> rest =
        found.partitions().stream().filter(one -> names.contains(one.topic())).toList();
    Map<TopicPartition, Long> ends = SettledEnds.of(kafka, rest, OPEN_MAX);
    boolean isWhole = true;
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      for (TopicPartition one : rest) {
        boolean isOutput = outputs.contains(one.topic());
        boolean isDense =
            copies
                .get(one)
                .copy(
                    reader, ends.get(one), record -> isOutput && isLater(one.partition(), record));
        isWhole &= isDense || !compacted.contains(one.topic());
      }
    }
    return isWhole;
  }

  /** A dead letter that was sent again is an input here. Its mark must not be missing. */
  private void copyMarks(TopicsFound found) throws IOException {
    Set<String> names =
        Set.of(RequiredTopics.replays(domain.name()), RequiredTopics.holds(domain.name()));
    List<TopicPartition> marks =
        found.partitions().stream().filter(one -> names.contains(one.topic())).toList();
    Map<TopicPartition, Long> ends = SettledEnds.of(kafka, marks, OPEN_MAX);
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      for (TopicPartition one : marks) {
        copies.get(one).copy(reader, ends.get(one), _ -> false);
      }
    }
  }

  /** Returns true if no copied page has the turn of this output. */
  private boolean isLater(int partition, ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(TurnHeaders.TURN);
    String[] turn =
        header == null || header.value() == null
            ? new String[0]
            : new String(header.value(), UTF_8).split("/", -1);
    if (turn.length != 3 || !turn[1].matches("\\d{1,18}")) {
      return false; // somebody else's: an audit says so, here and there
    }
    return Long.parseLong(turn[1]) > lanes.get(partition).getOrDefault(turn[0], 0L);
  }

  /** Looked at before the ledger: none of them is ahead of its last pages. */
  private Map<TopicPartition, Long> groupOffsets() {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    AdminAnswer.of(
            admin
                .listConsumerGroupOffsets(
                    group, new ListConsumerGroupOffsetsOptions().requireStable(true))
                .partitionsToOffsetAndMetadata(),
            "the offsets of the group " + group + " cannot be read")
        .forEach(
            (at, offset) -> {
              if (offset != null) {
                offsets.put(at, offset.offset());
              }
            });
    return offsets;
  }

  private BackupManifest manifest(
      TopicsFound found,
      Map<TopicPartition, Long> groupBefore,
      SchemaTransfer schemas,
      BackupManifest before)
      throws IOException {
    List<BackupManifest.Topic> topics = new ArrayList<>();
    for (TopicsFound.Topic topic : found.topics()) {
      List<BackupManifest.Partition> partitions = new ArrayList<>();
      for (TopicPartition one : topic.partitions()) {
        Map<String, Long> last = isLedger(one) ? lanes.get(one.partition()) : Map.of();
        partitions.add(copies.get(one).held(last));
      }
      topics.add(new BackupManifest.Topic(topic.name(), topic.id(), topic.settings(), partitions));
    }
    return new BackupManifest(
        BackupManifest.FORMAT,
        domain.name(),
        found.cluster(),
        group,
        now.get().toString(),
        topics,
        offsets(groupBefore),
        schemas(schemas, before),
        schemaIds);
  }

  /**
   * What the pages have taken, or what the group had before: where the retained pages take nothing
   * of an input, all that it had taken is before them.
   */
  private List<GroupOffset> offsets(Map<TopicPartition, Long> groupBefore) {
    Set<String> inputs = new HashSet<>();
    domain.wire().inputs().stream().map(InputTopic::topic).forEach(inputs::add);
    Map<TopicPartition, Long> offsets = new HashMap<>(taken);
    groupBefore.forEach((at, offset) -> offsets.merge(at, offset, Math::max));
    return offsets.entrySet().stream()
        .filter(one -> inputs.contains(one.getKey().topic()))
        .map(one -> new GroupOffset(one.getKey().topic(), one.getKey().partition(), one.getValue()))
        .sorted(Comparator.comparing(GroupOffset::topic).thenComparing(GroupOffset::partition))
        .toList();
  }

  /** What an earlier run has found, then what is new: each behind those that it refers to. */
  private List<JsonNode> schemas(SchemaTransfer registry, BackupManifest before) {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    if (before != null) {
      before.schemas().forEach(one -> all.put(SchemaTransfer.name(one), one));
    }
    if (registry != null) {
      registry.uses(schemaIds).forEach(one -> all.put(SchemaTransfer.name(one), one));
    }
    return List.copyOf(all.values());
  }

  /** The topics of a domain that are copied: what waits for time is of use for seconds. */
  static List<TopicSpec> specs(Domain domain) {
    String time = RequiredTopics.time(domain.name());
    return RequiredTopics.withKept(domain).stream()
        .filter(spec -> !spec.name().equals(time))
        .toList();
  }

  /** A spec by its name. */
  static Optional<TopicSpec> spec(Domain domain, String topic) {
    return specs(domain).stream().filter(one -> one.name().equals(topic)).findFirst();
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }
}
