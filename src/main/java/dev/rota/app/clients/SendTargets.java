package dev.rota.app.clients;

import dev.rota.app.cluster.ClientTimeouts;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.LineRefusal;
import dev.rota.app.console.NameLookup;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.registry.Registry;
import dev.rota.registry.RegistryRefused;
import dev.rota.road.stream.DomainSubjects;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.errors.AuthorizationException;

/** Looks up topics and their schemas, once each, before lines are sent. */
public final class SendTargets implements AutoCloseable {
  private static final int RECORD_MAX = 1_048_588;
  static final int REQUEST_MAX = 16 << 20;

  private final ClusterAdmin cluster;
  private final Registry registry;
  private final int requestMax;
  private final Map<String, Object> known = new HashMap<>();

  public SendTargets(ClusterAdmin cluster, Settings settings) {
    this.cluster = cluster;
    requireRegistry(settings);
    this.registry = Registry.open(ClientTimeouts.of(settings.registry()));
    Object most = settings.producer().get("max.request.size");
    this.requestMax = most == null ? REQUEST_MAX : Integer.parseInt(most.toString());
  }

  /** Fails if the registry's address is missing. */
  static void requireRegistry(Settings settings) {
    if (settings.find(KnownSettings.REGISTRY).isEmpty()) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "no schema registry is configured",
          "set neither by --registry, ROTA_SCHEMA_REGISTRY_URL, nor schema.registry.url in a"
              + " --config file, and no 'rota dev' is running",
          "pass --registry http://host:port");
    }
  }

  /**
   * Returns the target for this topic.
   *
   * @throws LineRefusal if the topic or its schema does not exist
   */
  public SendTarget of(String topic) {
    Object answer = known.computeIfAbsent(topic, this::find);
    if (answer instanceof SendTarget target) {
      return target;
    }
    throw (LineRefusal) answer;
  }

  private Object find(String topic) {
    if (!cluster.describe(Set.of(topic)).containsKey(topic)) {
      return new LineRefusal(ExitCode.NOT_FOUND, message(cluster.missing(topic)));
    }
    Optional<Domain> owner = NameLookup.owner(topic);
    Schema schema;
    try {
      schema = schema(topic, owner);
    } catch (LineRefusal e) {
      return e;
    }
    Map<String, String> configs = configs(topic);
    long recordMax = number(configs, "max.message.bytes", RECORD_MAX);
    return new SendTarget(
        topic,
        schema,
        (int) Math.min(recordMax, requestMax),
        number(configs, "message.timestamp.after.max.ms", Long.MAX_VALUE),
        owner.filter(domain -> NameLookup.input(domain, topic).isPresent()));
  }

  private Schema schema(String topic, Optional<Domain> owner) {
    String subject = DomainSubjects.subject(topic);
    try {
      return registry.latest(subject).schema();
    } catch (RegistryRefused e) {
      if (!e.notFound()) {
        throw e;
      }
    }
    if (owner.isEmpty() || !DomainSubjects.of(owner.get()).containsKey(subject)) {
      throw new LineRefusal(
          ExitCode.NOT_FOUND,
          "topic: '%s' has no schema; register one under the subject %s".formatted(topic, subject));
    }
    DomainSubjects.register(registry, owner.get());
    return DomainSubjects.of(owner.get()).get(subject);
  }

  /** Without permission to read the configuration, the broker checks the limits. */
  private Map<String, String> configs(String topic) {
    Map<String, String> configs = new HashMap<>();
    try {
      Config config = cluster.config(topic);
      for (ConfigEntry entry : config.entries()) {
        configs.put(entry.name(), entry.value());
      }
    } catch (AuthorizationException _) {
      configs.clear();
    }
    return configs;
  }

  private static long number(Map<String, String> configs, String name, long otherwise) {
    String text = configs.get(name);
    return text == null ? otherwise : Long.parseLong(text);
  }

  private static String message(CommandFailure missing) {
    return "topic: " + missing.what() + ": " + missing.why() + "; " + missing.fix();
  }

  @Override
  public void close() {
    registry.close();
  }
}
