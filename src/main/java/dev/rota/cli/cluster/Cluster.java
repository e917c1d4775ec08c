package dev.rota.cli.cluster;

import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Usage;
import dev.rota.settings.Known;
import dev.rota.settings.Settings;
import dev.rota.topics.MissingTopics;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What verbs ask of a cluster, each question answered or given up within seconds. */
public final class Cluster implements AutoCloseable {
  /** Short enough for somebody who waits at a prompt. */
  public static final Map<String, Object> TIMEOUTS =
      Map.of("request.timeout.ms", 8_000, "default.api.timeout.ms", 10_000);

  private final Admin admin;
  private final String addresses;

  private Cluster(Admin admin, String addresses) {
    this.admin = admin;
    this.addresses = addresses;
  }

  public static Cluster open(Settings settings) {
    Map<String, Object> configs = configs(settings);
    Object protocol = configs.getOrDefault("security.protocol", "PLAINTEXT");
    BrokerProbe.check(settings.list(Known.BOOTSTRAP), protocol.toString());
    return new Cluster(Admin.create(configs), settings.text(Known.BOOTSTRAP));
  }

  /** Of a client that somebody waits for. */
  public static Map<String, Object> configs(Settings settings) {
    Map<String, Object> configs = new HashMap<>(TIMEOUTS);
    configs.putAll(settings.admin());
    return configs;
  }

  /** Fails within seconds, and says why, when this cluster cannot be asked anything. */
  public static void check(Settings settings) {
    try (Cluster cluster = open(settings)) {
      cluster.get(cluster.admin.describeCluster().nodes());
    }
  }

  public Admin admin() {
    return admin;
  }

  public Set<String> topicNames() {
    return get(admin.listTopics().names());
  }

  /** Those of the topics that exist. */
  public Map<String, TopicDescription> describe(Collection<String> names) {
    Map<String, TopicDescription> known = new TreeMap<>();
    admin
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, answer) -> {
              try {
                known.put(name, get(answer));
              } catch (UnknownTopicOrPartitionException | InvalidTopicException e) {
                // Not among the answers, that is how it is told.
              }
            });
    return known;
  }

  /** The settings of a topic that exists. */
  public Config config(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return get(admin.describeConfigs(Set.of(resource)).all()).get(resource);
  }

  /** Fails with the nearest name and the command that makes topics, unless the topic exists. */
  public TopicDescription require(String topic) {
    TopicDescription found = describe(Set.of(topic)).get(topic);
    if (found == null) {
      throw missing(topic);
    }
    return found;
  }

  /** Returns when every partition of these topics answers: a new one takes a moment. */
  public void awaitLeaders(Collection<NewTopic> topics) {
    try {
      MissingTopics.awaitLeaders(admin, topics);
    } catch (ExecutionException e) {
      throw told(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  public Failure missing(String topic) {
    return new Failure(
        Exit.NOT_FOUND,
        "no topic '" + topic + "'",
        "the cluster at " + addresses + " has none" + Usage.suggestion(topic, topicNames()),
        "'rota topics list' shows what there is, 'rota topics create' makes those of the domains");
  }

  /** Waits for an answer; what Kafka answers instead is thrown as it is. */
  public <T> T get(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw told(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private RuntimeException told(ExecutionException e) {
    if (e.getCause() instanceof TimeoutException) {
      return unanswered(e.getCause());
    }
    return e.getCause() instanceof ApiException api
        ? api
        : new KafkaException(e.getCause().getMessage(), e.getCause());
  }

  private static Failure interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new Failure(Exit.INTERRUPTED, "interrupted", "while asking Kafka", "run it again", e);
  }

  private Failure unanswered(Throwable cause) {
    return new Failure(
        Exit.UNAVAILABLE,
        "Kafka does not answer",
        addresses + " takes connections, but no answer came (" + cause.getMessage() + ")",
        "check that this is Kafka's port, and security.protocol if it speaks TLS or SASL",
        cause);
  }

  @Override
  public void close() {
    admin.close(java.time.Duration.ofSeconds(2));
  }
}
