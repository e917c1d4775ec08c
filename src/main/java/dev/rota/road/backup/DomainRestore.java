package dev.rota.road.backup;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.kernel.domain.Domain;
import dev.rota.registry.SchemaTransfer;
import dev.rota.road.backup.BackupFault.Reason;
import dev.rota.road.backup.BackupManifest.Part;
import dev.rota.road.stream.past.ClaimTopic;
import dev.rota.road.stream.past.OwnerClaim;
import dev.rota.road.topics.AdminAnswer;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Restores a backup into a cluster that has nothing of the domain: the same records at the same
 * offsets, schemas with the same ids, and the group's offsets. An attempt that was ended is
 * repeated: topics that are whole stay, the others are written anew.
 *
 * <p>No engine can decide anything before all is there: an engine needs the topic of its time,
 * which is created last. And on another cluster the claim of the former one stands until somebody
 * takes the ledger over.
 */
public final class DomainRestore implements AutoCloseable {
  /** What the transactional ids of restores begin with. */
  static final String TRANSACTIONS = "rota-restore-";

  private static final int BATCH_BYTES = 1 << 18;
  private static final int WRITERS = 16;
  private static final int PATIENCE_MILLIS = 300_000;
  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final Domain domain;
  private final Path directory;
  private final Clients clients;
  private final String changelog;
  private final Admin admin;
  private final RestoredTopics topics;
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong written = new AtomicLong();

  /**
   * The settings of clients.
   *
   * @param consumer of a consumer
   * @param producer of a producer
   * @param admin of an admin client
   */
  public record Clients(
      Map<String, Object> consumer, Map<String, Object> producer, Map<String, Object> admin) {}

  /**
   * Restores nothing yet.
   *
   * @param changelog the topic with the rows of the engine's state, which must not exist
   * @param replicas of each topic; -1: the cluster's default
   */
  public DomainRestore(
      Domain domain, Path directory, Clients clients, String changelog, int replicas) {
    this.domain = domain;
    this.directory = directory;
    this.clients = clients;
    this.changelog = changelog;
    this.admin = Admin.create(clients.admin());
    this.topics = new RestoredTopics(admin, domain, replicas);
  }

  /** How many bytes of files are verified. */
  public long verified() {
    return read.get();
  }

  /** How many records are written. */
  public long written() {
    return written.get();
  }

  /**
   * Verifies every file of the backup. Nothing is written.
   *
   * @throws BackupFault if a file is missing or is not the one that the manifest names
   */
  public BackupManifest verify() throws IOException {
    BackupManifest manifest = BackupManifest.read(directory);
    if (!manifest.domain().equals(domain.name())) {
      throw new BackupFault(
          Reason.FOREIGN,
          "%s is a backup of the domain %s".formatted(directory, manifest.domain()),
          "run 'rota restore %s %s'".formatted(manifest.domain(), directory));
    }
    for (BackupManifest.Topic topic : manifest.topics()) {
      if (DomainBackup.spec(domain, topic.name()).isEmpty()) {
        throw BackupFault.damaged(topic.name() + " is no topic of the domain " + domain.name());
      }
      for (int i = 0; i < topic.partitions().size(); i++) {
        verify(new TopicPartition(topic.name(), i), topic.partitions().get(i));
      }
    }
    return manifest;
  }

  private void verify(TopicPartition partition, BackupManifest.Partition held) throws IOException {
    long next = held.begin();
    for (Part part : held.parts()) {
      Path file = PartitionCopy.directory(directory, partition).resolve(part.file());
      if (part.from() != next) {
        throw BackupFault.damaged(
            "%s begins at offset %d, expected %d".formatted(file, part.from(), next));
      }
      if (!Files.isRegularFile(file)) {
        throw BackupFault.damaged(file + " is missing");
      }
      if (Files.size(file) != part.bytes()) {
        throw BackupFault.damaged(
            "%s has %d bytes, expected %d".formatted(file, Files.size(file), part.bytes()));
      }
      if (!PartitionCopy.sha256(file).equals(part.sha256())) {
        throw BackupFault.damaged(
            file + " is garbled: its SHA-256 is not the one that the manifest has");
      }
      read.addAndGet(part.bytes());
      next = part.to();
    }
    if (next != held.end()) {
      throw BackupFault.damaged(
          "%s ends at offset %d, expected %d".formatted(partition, next, held.end()));
    }
  }

  /**
   * Restores what {@link #verify} has verified.
   *
   * @param schemas the registry; null: the backup's schemas are not restored
   * @throws BackupFault if the cluster has something of the domain
   */
  public void run(BackupManifest manifest, SchemaTransfer schemas) throws IOException {
    try (RestoreJournal journal =
        new RestoreJournal(clients.consumer(), producing(), admin, domain.name())) {
      String digest = manifest.identity();
      Set<String> whole = journal.whole(digest);
      List<String> names = manifest.topics().stream().map(BackupManifest.Topic::name).toList();
      if (!journal.isBegun()) {
        requireEmpty(names);
      } else if (hasTime()) {
        end(journal, whole.containsAll(names));
        return;
      }
      List<JsonNode> absent =
          schemas == null ? List.of() : absent(manifest, schemas, journal.schemas());
      journal.take(digest, whole != null);
      topics.removeTime(); // else an engine that starts meanwhile would decide
      if (!absent.isEmpty()) {
        absent.forEach(one -> journal.begin(SchemaTransfer.name(one)));
        schemas.put(absent);
      }
      Set<String> present = topics.present(names).keySet();
      Set<String> done = whole == null ? Set.of() : whole;
      List<BackupManifest.Topic> left =
          manifest.topics().stream()
              .filter(topic -> !done.contains(topic.name()) || !present.contains(topic.name()))
              .toList();
      topics.renew(left, present);
      write(left, journal);
      topics.requireEnds(manifest.topics());
      commitOffsets(manifest);
      claim(manifest);
      topics.createRest(ledger(manifest).partitions().size());
      journal.delete();
    }
  }

  private boolean hasTime() {
    return !topics.present(List.of(RequiredTopics.time(domain.name()))).isEmpty();
  }

  /**
   * The topic of time is created last. If it is there, all was there once, or others have made it.
   *
   * @throws BackupFault if it was not this restore that made it
   */
  private void end(RestoreJournal journal, boolean whole) {
    if (!whole) {
      throw new BackupFault(
          Reason.NOT_EMPTY,
          "a restore was begun here and not finished, and %s is there: engines may have run since"
              .formatted(RequiredTopics.time(domain.name())),
          "if the domain lives, delete the topic %s-restore and nothing else. If it is to go, stop"
                  .formatted(domain.name())
              + " its engines, delete its topics and that one, and start over");
    }
    journal.delete();
  }

  private BackupManifest.Topic ledger(BackupManifest manifest) {
    String name = RequiredTopics.ledger(domain.name());
    return manifest.topics().stream()
        .filter(topic -> topic.name().equals(name))
        .findFirst()
        .orElseThrow(() -> BackupFault.damaged("the manifest has no " + name));
  }

  private void requireEmpty(List<String> names) {
    List<String> all = new ArrayList<>(names);
    all.add(RequiredTopics.time(domain.name()));
    Map<String, Integer> present = topics.present(all);
    Set<String> full = new HashSet<>(topics.written(present));
    full.remove(RequiredTopics.time(domain.name()));
    if (topics.present(List.of(changelog)).containsKey(changelog)) {
      full.add(changelog);
    }
    if (!full.isEmpty()) {
      List<String> sorted = full.stream().sorted().toList();
      throw new BackupFault(
          Reason.NOT_EMPTY,
          "the cluster has records on " + String.join(", ", sorted),
          "restore into a cluster without them. If they are to go, stop the engines, and delete"
              + " them for good: kafka-topics.sh --bootstrap-server %s --delete --topic '%s'"
                  .formatted(clients.admin().get("bootstrap.servers"), String.join("|", sorted)));
    }
  }

  /**
   * What the registry has not, and what an earlier attempt has begun to put there.
   *
   * @param begun names of these
   */
  private static List<JsonNode> absent(
      BackupManifest manifest, SchemaTransfer registry, Set<String> begun) {
    List<JsonNode> absent = new ArrayList<>();
    for (JsonNode schema : manifest.schemas()) {
      switch (registry.presence(schema)) {
        case SAME -> {
          if (begun.contains(SchemaTransfer.name(schema))) {
            absent.add(schema);
          }
        }
        case ABSENT -> absent.add(schema);
        case OTHER ->
            throw new BackupFault(
                Reason.NOT_EMPTY,
                "the registry has another schema with the id %d, or as version %d of %s"
                    .formatted(
                        schema.path("id").asInt(),
                        schema.path("version").asInt(),
                        schema.path("subject").asText()),
                "the records name their schema by its id: use an empty registry, or the former"
                    + " one");
      }
    }
    return absent;
  }

  private Map<String, Object> producing() {
    Map<String, Object> configs = new HashMap<>(clients.producer());
    configs.put(ProducerConfig.ACKS_CONFIG, "all");
    configs.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    configs.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    // Slow brokers make a restore slow, and no more.
    configs.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MILLIS);
    configs.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    configs.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS / 10);
    configs.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    configs.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 * RequiredTopics.WRITTEN_BYTES_MAX);
    configs.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, domain.compression());
    configs.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    return configs;
  }

  /** Partitions wait for acknowledgements most of the time: many are written side by side. */
  private void write(List<BackupManifest.Topic> left, RestoreJournal journal) throws IOException {
    Producer<byte[], byte[]> records =
        new KafkaProducer<>(producing(), new ByteArraySerializer(), new ByteArraySerializer());
    try (PartitionTasks tasks = new PartitionTasks(WRITERS)) {
      Map<BackupManifest.Topic, CompletableFuture<List<Long>>> trims = new LinkedHashMap<>();
      for (BackupManifest.Topic topic : left) {
        List<Callable<Long>> all = new ArrayList<>();
        for (int i = 0; i < topic.partitions().size(); i++) {
          TopicPartition one = new TopicPartition(topic.name(), i);
          BackupManifest.Partition held = topic.partitions().get(i);
          all.add(() -> write(one, held, records));
        }
        trims.put(topic, tasks.begin(all));
      }
      for (BackupManifest.Topic topic : left) {
        List<Long> before = tasks.await(trims.get(topic));
        Map<TopicPartition, Long> own = new HashMap<>();
        for (int i = 0; i < before.size(); i++) {
          if (before.get(i) > 0) {
            own.put(new TopicPartition(topic.name(), i), before.get(i));
          }
        }
        topics.finish(topic, own);
        journal.finish(topic.name());
      }
    } finally {
      records.close(CLOSE);
    }
  }

  /** Returns before which offset the partition is to be trimmed; 0: it is not. */
  private long write(
      TopicPartition partition, BackupManifest.Partition held, Producer<byte[], byte[]> records)
      throws IOException {
    try (OffsetKeepingWriter writer =
            new OffsetKeepingWriter(partition, records, producing(), admin);
        RecordsAhead ahead =
            new RecordsAhead(directory, partition, held.begin(), held.end(), held.parts())) {
      if (held.begin() > 0) {
        writer.begin(held.begin());
      }
      for (ConsumerRecord<byte[], byte[]> record = ahead.next();
          record != null;
          record = ahead.next()) {
        writer.write(record, ahead.isGapAhead());
        written.incrementAndGet();
      }
      writer.finish(held.end());
      return writer.deleteBefore();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void commitOffsets(BackupManifest manifest) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    manifest
        .offsets()
        .forEach(
            one ->
                offsets.put(
                    new TopicPartition(one.topic(), one.partition()),
                    new OffsetAndMetadata(one.offset())));
    if (!offsets.isEmpty()) {
      AdminAnswer.of(
          admin.alterConsumerGroupOffsets(manifest.group(), offsets).all(),
          "the offsets of the group %s cannot be set: it may have members"
              .formatted(manifest.group()));
    }
  }

  /** A ledger without a claim, as an old release leaves it, would be anybody's here. */
  private void claim(BackupManifest manifest) {
    ClaimTopic owners = new ClaimTopic(clients.admin(), domain.name());
    if (!isHere(manifest) && owners.standing() == null) {
      MissingTopics.createUnlessThere(
          admin,
          RequiredTopics.ofOwners(domain.name()),
          ledger(manifest).partitions().size(),
          Math.max(1, topics.replicas()));
      var _ = owners.claim(new OwnerClaim(manifest.group(), manifest.cluster(), 1));
    }
  }

  /** Returns true if the backup is of this very cluster, so that its engines may go on. */
  public boolean isHere(BackupManifest manifest) {
    String here =
        AdminAnswer.of(admin.describeCluster().clusterId(), "the cluster does not say its id");
    return manifest.cluster().equals(here == null ? "" : here);
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }
}
