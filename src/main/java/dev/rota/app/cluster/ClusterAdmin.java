package dev.rota.app.cluster;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.text.SpellingSuggestion;
import dev.rota.road.topics.CoPartitioning;
import dev.rota.road.topics.MissingTopics;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Admin requests of the verbs. Each is answered or fails within seconds. */
public final class ClusterAdmin implements AutoCloseable {
  /** Short time-outs for interactive use. */
  public static final Map<String, Object> TIMEOUTS =
      Map.of("request.timeout.ms", 8_000, "default.api.timeout.ms", 10_000);

  /** Kafka's client asks an identity provider that does not answer so long, and then says it. */
  private static final long PROVIDER_MILLIS_MAX = 2_000;

  /** Kafka's client waits without end for a connection, and for an answer, where nothing is set. */
  private static final int PROVIDER_CONNECT_MILLIS = 3_000;

  private static final int PROVIDER_READ_MILLIS = 5_000;

  private final Admin admin;
  private final String addresses;

  private ClusterAdmin(Admin admin, String addresses) {
    this.admin = admin;
    this.addresses = addresses;
  }

  public static ClusterAdmin open(Settings settings) {
    Map<String, Object> configs = configs(settings);
    Object protocol = configs.getOrDefault("security.protocol", "PLAINTEXT");
    BrokerProbe.check(settings.list(KnownSettings.BOOTSTRAP), protocol.toString());
    return new ClusterAdmin(Admin.create(configs), settings.text(KnownSettings.BOOTSTRAP));
  }

  /** Configures an admin client with short time-outs. */
  public static Map<String, Object> configs(Settings settings) {
    Map<String, Object> configs = new HashMap<>(TIMEOUTS);
    configs.put(SaslConfigs.SASL_LOGIN_RETRY_BACKOFF_MAX_MS, PROVIDER_MILLIS_MAX);
    configs.put(SaslConfigs.SASL_LOGIN_CONNECT_TIMEOUT_MS, PROVIDER_CONNECT_MILLIS);
    configs.put(SaslConfigs.SASL_LOGIN_READ_TIMEOUT_MS, PROVIDER_READ_MILLIS);
    configs.putAll(settings.admin());
    return configs;
  }

  /** Fails within seconds if the cluster does not answer. */
  public static void check(Settings settings) {
    try (ClusterAdmin cluster = open(settings)) {
      cluster.get(cluster.admin.describeCluster().nodes());
    }
  }

  public Admin admin() {
    return admin;
  }

  public Set<String> topicNames() {
    return get(admin.listTopics().names());
  }

  /**
   * Returns the topics that exist.
   *
   * @throws TopicAuthorizationException if some may not be described; it names them
   */
  public Map<String, TopicDescription> describe(Collection<String> names) {
    Map<String, TopicDescription> known = new TreeMap<>();
    Set<String> denied = new TreeSet<>();
    admin
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, answer) -> {
              try {
                known.put(name, get(answer));
              } catch (UnknownTopicOrPartitionException | InvalidTopicException _) {
                // A missing topic has no entry.
              } catch (TopicAuthorizationException _) {
                denied.add(name);
              }
            });
    if (!denied.isEmpty()) {
      throw CoPartitioning.undescribed(denied);
    }
    return known;
  }

  /** Returns the configuration of an existing topic. */
  public Config config(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      return get(admin.describeConfigs(Set.of(resource)).all()).get(resource);
    } catch (TopicAuthorizationException _) {
      throw CoPartitioning.undescribed(Set.of(topic));
    }
  }

  /** Returns the topic, or fails with the nearest name and the command that creates topics. */
  public TopicDescription require(String topic) {
    TopicDescription found = describe(Set.of(topic)).get(topic);
    if (found == null) {
      throw missing(topic);
    }
    return found;
  }

  /** Waits until every partition of these new topics has a leader. */
  public void awaitLeaders(Collection<NewTopic> topics) {
    try {
      MissingTopics.awaitLeaders(admin, topics);
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  public CommandFailure missing(String topic) {
    return new CommandFailure(
        ExitCode.NOT_FOUND,
        "no topic '" + topic + "'",
        "the cluster at "
            + addresses
            + " does not have it"
            + SpellingSuggestion.after(topic, topicNames()),
        "'rota topics list' lists topics, 'rota topics create' creates those of the domains");
  }

  /** Waits for an answer. Throws Kafka's exception unwrapped. */
  public <T> T get(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private RuntimeException unwrapped(ExecutionException e) {
    if (e.getCause() instanceof TimeoutException) {
      return unanswered(e.getCause());
    }
    return e.getCause() instanceof ApiException api
        ? api
        : new KafkaException(e.getCause().getMessage(), e.getCause());
  }

  private static CommandFailure interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new CommandFailure(
        ExitCode.INTERRUPTED, "interrupted", "while asking Kafka", "run it again", e);
  }

  private CommandFailure unanswered(Throwable cause) {
    return new CommandFailure(
        ExitCode.UNAVAILABLE,
        "Kafka does not answer",
        addresses + " accepts connections but does not answer (" + cause.getMessage() + ")",
        "check that this is Kafka's port; set security.protocol if it uses TLS or SASL; for a slow"
            + " Kafka, raise kafka.request.timeout.ms and kafka.default.api.timeout.ms",
        cause);
  }

  @Override
  public void close() {
    admin.close(java.time.Duration.ofSeconds(2));
  }
}
