package dev.rota.app.letters;

import dev.rota.app.clients.MergedReader;
import dev.rota.app.clients.RangeBound;
import dev.rota.app.clients.RangeReader;
import dev.rota.app.clients.RecordRange;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.letters.RecordPlace;
import dev.rota.road.letters.ReplayTopic;
import dev.rota.road.topics.rights.RequiredRights;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The dead letters of a domain on a cluster. */
final class LetterDesk implements AutoCloseable {
  private static final Pattern POSITION =
      Pattern.compile("(?:(?:([a-zA-Z0-9._-]+)/)?([0-9]{1,9})/)?([0-9]{1,18})");

  private final Settings settings;
  private final Domain domain;
  private final ClusterAdmin cluster;
  private final TopicDescription letters;

  /** Does something with a letter. */
  @FunctionalInterface
  interface LetterReader {
    /** Takes the next one. Returns false if no more are wanted. */
    boolean take(DeadLetter letter) throws IOException;
  }

  private LetterDesk(Settings settings, Domain domain, ClusterAdmin cluster) {
    this.settings = settings;
    this.domain = domain;
    this.cluster = cluster;
    this.letters = cluster.require(Channel.DEAD_LETTERS.topic(domain.name()));
  }

  static LetterDesk open(Settings settings, Domain domain) {
    ClusterAdmin cluster = ClusterAdmin.open(settings);
    try {
      return new LetterDesk(settings, domain, cluster);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  Settings settings() {
    return settings;
  }

  Domain domain() {
    return domain;
  }

  ClusterAdmin cluster() {
    return cluster;
  }

  /** The partitions of each input. */
  Map<String, Integer> inputs() {
    List<String> topics = domain.wire().inputs().stream().map(InputTopic::topic).toList();
    Map<String, Integer> inputs = new TreeMap<>();
    cluster.describe(topics).forEach((name, one) -> inputs.put(name, one.partitions().size()));
    topics.stream()
        .filter(topic -> !inputs.containsKey(topic))
        .findFirst()
        .ifPresent(
            topic -> {
              throw cluster.missing(topic);
            });
    return inputs;
  }

  /** Where the replays of dead letters went. */
  ReplayTopic.Replays replays() {
    return new ReplayTopic(settings.kafka(), domain.name()).replays();
  }

  /**
   * Makes ready for replays, before anything is sent.
   *
   * @throws dev.rota.road.topics.rights.UngrantedRights if a right is missing; it names all
   */
  void prepare() {
    String application = settings.text(KnownSettings.APPLICATION);
    var needed = RightsTable.ofReplays(domain, application);
    new RequiredRights(TopicRole.OPERATOR, needed, settings.kafka()).check(cluster.admin());
    ReplayTopic.create(cluster.admin(), domain.name(), letters);
  }

  /** Reads letters up to the present end, those of a partition in order, merged by time. */
  void read(RecordRange range, LetterFilter filter, LetterReader to) throws IOException {
    var partitions = RangeReader.of(cluster, List.of(letters.name()));
    try (RangeReader opened = RangeReader.open(settings, partitions, range)) {
      MergedReader reader = opened.merged(range);
      boolean more = true;
      while (more) {
        Optional<DeadLetter> letter = reader.next().map(DeadLetter::new);
        more = letter.isPresent() && (!filter.has(letter.get()) || to.take(letter.get()));
      }
    }
  }

  /**
   * Finds a letter.
   *
   * @param position {@code partition/offset}, with or without the topic; or the offset alone, if
   *     there is one partition
   */
  DeadLetter find(String position) {
    RecordPlace place = place(position);
    if (place.partition() >= letters.partitions().size()) {
      throw missing(place, "the topic has " + letters.partitions().size() + " partitions");
    }
    RecordRange one = new RecordRange(bound(place.offset()), bound(place.offset() + 1), any());
    try (RangeReader opened = RangeReader.open(settings, List.of(place.topicPartition()), one)) {
      Optional<ConsumerRecord<byte[], byte[]>> record = opened.merged(one).next();
      return new DeadLetter(record.orElseThrow(() -> missing(place, "that offset has no record")));
    }
  }

  private static Optional<RangeBound> bound(long offset) {
    return Optional.of(new RangeBound(false, offset));
  }

  private static Optional<String> any() {
    return Optional.empty();
  }

  private RecordPlace place(String position) {
    Matcher found = position(domain, position);
    if (found.group(2) == null && letters.partitions().size() > 1) {
      throw unfit(domain, position);
    }
    int partition = found.group(2) == null ? 0 : Integer.parseInt(found.group(2));
    return new RecordPlace(letters.name(), partition, Long.parseLong(found.group(3)));
  }

  /** Fails if there can be no such position, before a cluster is asked. */
  static Matcher position(Domain domain, String position) {
    Matcher found = POSITION.matcher(position);
    String topic = Channel.DEAD_LETTERS.topic(domain.name());
    if (!found.matches() || found.group(1) != null && !found.group(1).equals(topic)) {
      throw unfit(domain, position);
    }
    return found;
  }

  private static CommandFailure unfit(Domain domain, String position) {
    String topic = Channel.DEAD_LETTERS.topic(domain.name());
    return new CommandFailure(
        ExitCode.USAGE,
        "'" + position + "' is no position of a dead letter of " + domain.name(),
        "expected PARTITION/OFFSET, such as 0/17 for " + topic + "/0/17",
        "'rota dlq list " + domain.name() + "' prints the positions");
  }

  private CommandFailure missing(RecordPlace place, String why) {
    return new CommandFailure(
        ExitCode.NOT_FOUND,
        "no dead letter " + place,
        why,
        "'rota dlq list " + domain.name() + "' prints the positions");
  }

  @Override
  public void close() {
    cluster.close();
  }
}
