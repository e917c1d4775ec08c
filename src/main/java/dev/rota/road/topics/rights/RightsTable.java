package dev.rota.road.topics.rights;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DELETE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.apache.kafka.common.resource.ResourceType.CLUSTER;
import static org.apache.kafka.common.resource.ResourceType.GROUP;
import static org.apache.kafka.common.resource.ResourceType.TOPIC;
import static org.apache.kafka.common.resource.ResourceType.TRANSACTIONAL_ID;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.road.topics.RequiredTopics;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourceType;

/**
 * The table of rights: which ones each role needs on a domain, and no more. Read, Write and Delete
 * include Describe.
 */
public final class RightsTable {
  /** What those send who take part, by the names of their records. */
  private static final Set<String> REPORTS = Set.of("BotHeartbeat", "WorkerEvent", "WorkerPing");

  private final Domain domain;
  private final String application;
  private final Set<AccessRight> rights = new LinkedHashSet<>();

  private RightsTable(Domain domain, String application) {
    this.domain = domain;
    this.application = application;
  }

  /**
   * The rights of a role on a domain.
   *
   * @param application the engine's {@code application.id}
   */
  public static List<AccessRight> of(TopicRole role, Domain domain, String application) {
    RightsTable all = new RightsTable(domain, application);
    switch (role) {
      case ENGINE -> all.engine();
      case AUDITOR -> all.auditor();
      case FOLLOWER -> all.follower();
      case NOTARY -> all.notary();
      case PRODUCER -> all.producer();
      case CONSUMER -> all.consumer();
      case BOT -> all.bot();
      case REAPI -> all.reapi();
      case BACKUP -> all.backup();
      case OPERATOR -> all.operator();
    }
    return List.copyOf(all.rights);
  }

  /** What it takes to send a domain's dead letters again. None of it is optional. */
  public static List<AccessRight> ofReplays(Domain domain, String application) {
    RightsTable all = new RightsTable(domain, application);
    all.letters();
    return all.rights.stream().map(AccessRight::required).toList();
  }

  /** A restart reads the ledger: whose it is, how far it goes, and the turns of lost rows. */
  private void engine() {
    inputs().forEach(topic -> topic(topic, READ, DESCRIBE_CONFIGS));
    topic(ledger(), READ, WRITE, DESCRIBE_CONFIGS);
    outputs().forEach(topic -> topic(topic, WRITE, DESCRIBE_CONFIGS));
    topic(time(), READ, WRITE, DESCRIBE_CONFIGS);
    optional(checkpoints(), READ);
    optional(holds(), READ, WRITE, CREATE);
    optional(owners(), READ, WRITE, CREATE);
    optional(RequiredTopics.restore(domain.name()), DESCRIBE);
    own(GROUP, group(), READ);
    own(TRANSACTIONAL_ID, group() + "-1", WRITE);
    for (AclOperation operation : List.of(READ, WRITE, CREATE, DESCRIBE_CONFIGS)) {
      own(TOPIC, rows(), operation);
    }
  }

  private void auditor() {
    inputs().forEach(topic -> topic(topic, READ));
    topic(ledger(), READ);
    outputs().forEach(topic -> topic(topic, READ));
    topic(time(), DESCRIBE);
    optional(checkpoints(), READ, WRITE, CREATE, DESCRIBE_CONFIGS);
    replicas();
    own(GROUP, group(), DESCRIBE);
  }

  private void follower() {
    inputs().forEach(topic -> topic(topic, READ));
    topic(ledger(), READ);
    outputs().forEach(topic -> topic(topic, DESCRIBE));
    topic(time(), DESCRIBE);
    optional(checkpoints(), READ);
    optional(holds(), READ);
    own(GROUP, group(), DESCRIBE);
    own(TOPIC, rows(), DESCRIBE); // brokers ask it of who describes a group of the streams protocol
  }

  private void notary() {
    topic(ledger(), READ);
  }

  private void producer() {
    inputs().forEach(topic -> topic(topic, WRITE));
    inputs().forEach(topic -> optional(topic, DESCRIBE_CONFIGS)); // else the broker looks at limits
  }

  private void consumer() {
    outputs().forEach(topic -> topic(topic, READ));
  }

  private void bot() {
    List<String> reports =
        domain.wire().inputs().stream()
            .filter(input -> REPORTS.contains(input.schema().getName()))
            .map(InputTopic::topic)
            .toList();
    reports.forEach(topic -> topic(topic, WRITE));
    reports.forEach(topic -> optional(topic, DESCRIBE_CONFIGS));
    if (!reports.isEmpty()) {
      outputs().stream()
          .filter(topic -> !topic.equals(Channel.DEAD_LETTERS.topic(domain.name())))
          .forEach(topic -> topic(topic, READ));
    }
  }

  /** It says what clients and workers say to it, and answers what the ledger says. */
  private void reapi() {
    if (!domain.name().equals("bots")) {
      return;
    }
    Set<String> said = Set.of("jobs", "bot-heartbeats");
    inputs().forEach(topic -> topic(topic, said.contains(topic) ? WRITE : DESCRIBE));
    topic(ledger(), READ);
    outputs().forEach(topic -> topic(topic, DESCRIBE));
    topic(time(), DESCRIBE);
    optional(checkpoints(), READ);
  }

  /** A copy has everything, and how each topic is set. */
  private void backup() {
    inputs().forEach(topic -> topic(topic, READ, DESCRIBE_CONFIGS));
    topic(ledger(), READ, DESCRIBE_CONFIGS);
    outputs().forEach(topic -> topic(topic, READ, DESCRIBE_CONFIGS));
    List.of(checkpoints(), holds(), owners(), RequiredTopics.replays(domain.name()))
        .forEach(topic -> optional(topic, READ, DESCRIBE_CONFIGS));
    topic(time(), DESCRIBE); // the group has an offset there
    own(GROUP, group(), DESCRIBE);
  }

  private void operator() {
    replicas();
    String letters = Channel.DEAD_LETTERS.topic(domain.name());
    inputs().forEach(topic -> topic(topic, CREATE, DESCRIBE_CONFIGS));
    topic(letters, CREATE, DESCRIBE_CONFIGS);
    List<String> all = new ArrayList<>(outputs());
    all.remove(letters);
    all.add(time());
    all.add(owners());
    all.forEach(topic -> topic(topic, CREATE, DESCRIBE, DESCRIBE_CONFIGS));
    topic(ledger(), CREATE, DESCRIBE_CONFIGS, READ, DELETE);
    optional(checkpoints(), READ, DESCRIBE_CONFIGS);
    optional(holds(), READ, WRITE, DESCRIBE_CONFIGS);
    optional(RequiredTopics.restore(domain.name()), DESCRIBE);
    own(TRANSACTIONAL_ID, group() + "-holds", WRITE);
    letters();
    own(TOPIC, rows(), READ);
  }

  /** To look into dead letters, and to send them again. Those who do it fence one another. */
  private void letters() {
    topic(Channel.DEAD_LETTERS.topic(domain.name()), READ);
    inputs().forEach(topic -> topic(topic, WRITE));
    String replays = RequiredTopics.replays(domain.name());
    optional(replays, READ, WRITE, CREATE, DESCRIBE_CONFIGS);
    rights.add(
        new AccessRight(domain.name(), TRANSACTIONAL_ID, replays, false, replays, WRITE, true));
  }

  /** How many replicas a new topic gets, and so how many must be in sync, brokers know. */
  private void replicas() {
    rights.add(
        new AccessRight(
            "the cluster",
            CLUSTER,
            Resource.CLUSTER_NAME,
            false,
            Resource.CLUSTER_NAME,
            DESCRIBE_CONFIGS,
            true));
  }

  private void topic(String name, AclOperation... operations) {
    for (AclOperation operation : operations) {
      rights.add(AccessRight.on(domain.name(), TOPIC, name, operation));
    }
  }

  private void optional(String name, AclOperation... operations) {
    for (AclOperation operation : operations) {
      rights.add(new AccessRight(domain.name(), TOPIC, name, false, name, operation, true));
    }
  }

  /** On what the engine's name begins with: one right for all domains. */
  private void own(ResourceType kind, String sample, AclOperation operation) {
    rights.add(
        new AccessRight(
            "consumer groups, transactional ids and internal topics",
            kind,
            application + "-",
            true,
            sample,
            operation,
            false));
  }

  private String rows() {
    return group() + "-" + domain.name() + "-rows-changelog";
  }

  private String group() {
    return RequiredTopics.group(application, domain.name());
  }

  private List<String> inputs() {
    return domain.wire().inputs().stream().map(InputTopic::topic).toList();
  }

  private List<String> outputs() {
    return domain.wire().channels().stream()
        .map(channel -> channel.topic(domain.name()))
        .sorted()
        .toList();
  }

  private String ledger() {
    return RequiredTopics.ledger(domain.name());
  }

  private String time() {
    return RequiredTopics.time(domain.name());
  }

  private String checkpoints() {
    return RequiredTopics.checkpoints(domain.name());
  }

  private String owners() {
    return RequiredTopics.owners(domain.name());
  }

  private String holds() {
    return RequiredTopics.holds(domain.name());
  }
}
