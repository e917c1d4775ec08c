package dev.rota.road.topics;

import static org.apache.kafka.common.config.TopicConfig.MAX_MESSAGE_BYTES_CONFIG;

import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.TopicDifference.Weight;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topics of a domain: checked before it starts, and again while it runs. */
public final class DomainTopics {
  private static final Logger LOG = LoggerFactory.getLogger(DomainTopics.class);

  private final String domain;
  private final String bootstrap;
  private final boolean trimmed;
  private final List<TopicSpec> specs;
  private final TopicSpec rows;
  private final Map<String, ExistingTopic> known = new HashMap<>();
  private List<TopicDifference> told = List.of();
  private boolean started;

  /**
   * Describes the topics of a domain.
   *
   * @param bootstrap for the commands in messages
   * @param changelog the topic with the rows of the state
   * @param trimmed true: the operator wants a retention limit
   */
  public DomainTopics(Domain domain, String bootstrap, String changelog, boolean trimmed) {
    this.domain = domain.name();
    this.bootstrap = bootstrap;
    this.trimmed = trimmed;
    this.specs = RequiredTopics.of(domain);
    this.rows = RequiredTopics.rows(changelog);
  }

  /**
   * Compares the topics with what is required and with what they were at the first call.
   *
   * @return the number of partitions of each topic
   * @throws UnfitCluster if the domain cannot run on them; the message has the remedy
   * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
   */
  public synchronized int check(Admin admin) {
    Map<String, ExistingTopic> found =
        ExistingTopic.find(
            admin, Stream.concat(specs.stream(), Stream.of(rows)).map(TopicSpec::name).toList());
    found.values().forEach(this::sameAsBefore);
    for (ExistingTopic before : known.values()) {
      if (!found.containsKey(before.name())) {
        throw deleted(before.name(), before.partitions());
      }
    }
    if (started && !found.containsKey(rows.name())) {
      throw deleted(rows.name(), 0);
    }
    int partitions = coPartitioned(admin, found);
    sameSettings(found);
    known.putAll(found);
    return partitions;
  }

  /** From now on the topic with the rows must exist. */
  public synchronized void started() {
    started = true;
  }

  private void sameAsBefore(ExistingTopic now) {
    ExistingTopic before = known.get(now.name());
    if (before == null) {
      return;
    }
    if (!before.id().equals(now.id())) {
      throw deleted(before.name(), before.partitions());
    }
    if (before.partitions() != now.partitions()) {
      throw repartitioned(now.name(), now.partitions(), before.partitions());
    }
  }

  private UnfitCluster repartitioned(String topic, int now, int before) {
    return new UnfitCluster(
        "the topic %s has %d partitions, the domain %s has decided on %d: lanes would move to"
                .formatted(topic, now, domain, before)
            + " other partitions, away from their state. Partitions cannot be removed. Create the"
            + " domain's topics anew, with the number that you need, on a cluster or under an"
            + " application.id of their own:\n  rota topics create --domains %s -b %s --partitions %d"
                .formatted(domain, bootstrap, now)
            + "\nTo add partitions another time, use 'rota ledger grow': it moves the state with the"
            + " lanes");
  }

  private UnfitCluster deleted(String topic, int partitions) {
    String what = "the topic %s was deleted while the domain %s ran. ".formatted(topic, domain);
    if (topic.equals(RequiredTopics.ledger(domain))) {
      return new UnfitCluster(
          what
              + "It held every decision, and nothing else has them all. Restore it from a backup, or"
              + " start over with new topics and a new application.id. Do not create it:"
              + " a ledger without its beginning is refused");
    }
    return new UnfitCluster(
        topic.equals(rows.name())
            ? what + "It held the state's rows. Start again: they are rebuilt from the ledger"
            : what
                + "What it held is gone. What was decided of it is in the ledger. Create it if it"
                + " is missing, then start again:\n"
                + "  rota topics create --domains %s -b %s --partitions %d"
                    .formatted(domain, bootstrap, partitions));
  }

  private int coPartitioned(Admin admin, Map<String, ExistingTopic> found) {
    Map<String, Integer> counts = new TreeMap<>();
    List<String> missing = new ArrayList<>();
    for (TopicSpec spec : specs) {
      ExistingTopic topic = found.get(spec.name());
      if (topic == null) {
        missing.add(spec.name());
      } else {
        counts.put(spec.name(), topic.partitions());
      }
    }
    if (!missing.isEmpty()) {
      UnfinishedRestore.refuse(admin, domain, bootstrap);
    }
    int partitions = CoPartitioning.verdict(domain, bootstrap, counts, missing);
    ExistingTopic state = found.get(rows.name());
    if (state != null && state.partitions() != partitions) {
      throw repartitioned(specs.get(0).name(), partitions, state.partitions());
    }
    return partitions;
  }

  private void sameSettings(Map<String, ExistingTopic> found) {
    List<TopicDifference> all =
        Stream.concat(specs.stream(), Stream.of(rows))
            .filter(spec -> found.containsKey(spec.name()))
            .flatMap(spec -> TopicDifference.of(spec, found.get(spec.name())).stream())
            .toList();
    List<TopicDifference> fatal = all.stream().filter(this::isFatal).toList();
    if (!fatal.isEmpty()) {
      throw new UnfitCluster(refusal(fatal));
    }
    if (!all.equals(told)) {
      all.forEach(one -> LOG.warn("{}: {}: {}", domain, one.what(), one.remedy(bootstrap)));
      told = all;
    }
  }

  private boolean isFatal(TopicDifference one) {
    if (one.topic().equals(rows.name()) && one.setting().equals(MAX_MESSAGE_BYTES_CONFIG)) {
      return false; // an earlier release created it so, and few rows are large
    }
    return one.weight() == Weight.FATAL || one.weight() == Weight.TRIMS && !trimmed;
  }

  private String refusal(List<TopicDifference> fatal) {
    StringBuilder text = new StringBuilder("the topics of " + domain + " are not as they must be:");
    for (TopicDifference one : fatal) {
      text.append("\n  ").append(one.what());
      text.append("\n    ").append(one.remedy(bootstrap));
    }
    if (fatal.stream().anyMatch(one -> one.weight() == Weight.TRIMS)) {
      text.append(
          "\nA retention limit deletes records that are not decided or audited yet. If you want"
              + " that, set history=trimmed.");
    }
    return text.toString();
  }
}
