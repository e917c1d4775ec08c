package dev.rota.app.doctor;

import dev.rota.app.cluster.ClientTimeouts;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.text.CauseChain;
import dev.rota.kernel.domain.Domain;
import dev.rota.registry.Registry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.road.topics.rights.UngrantedRights;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourceType;

/** What a check knows: the settings, the clients that all checks share, and its domain. */
final class DoctorContext implements AutoCloseable {
  private final Settings settings;
  private final TopicRole role;
  private final List<Domain> domains;
  private final Domain domain;
  private final SharedClients shared;

  /**
   * Opens nothing yet.
   *
   * @param role whose rights and needs count
   */
  DoctorContext(Settings settings, TopicRole role, List<Domain> domains) {
    this(settings, role, domains, null, new SharedClients());
  }

  private DoctorContext(
      Settings settings,
      TopicRole role,
      List<Domain> domains,
      Domain domain,
      SharedClients shared) {
    this.settings = settings;
    this.role = role;
    this.domains = domains;
    this.domain = domain;
    this.shared = shared;
  }

  /** What was opened once. */
  private static final class SharedClients {
    private final SharedClient<ClusterAdmin> cluster = new SharedClient<>(ClusterAdmin::close);
    private final SharedClient<Registry> registry = new SharedClient<>(Registry::close);
    private final SharedClient<BrokerSettings> brokers = new SharedClient<>(_ -> {});
  }

  /**
   * One client, opened once. Each has a lock of its own: a check whose time is up may still be
   * opening one, and no other waits for that.
   */
  private static final class SharedClient<T> {
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Consumer<T> closer;
    private volatile boolean closed;
    private T client;

    SharedClient(Consumer<T> closer) {
      this.closer = closer;
    }

    T open(Supplier<T> opener) {
      try {
        lock.lockInterruptibly();
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
      try {
        if (client == null) {
          client = opener.get();
        }
        if (closed) {
          closer.accept(client);
        }
        return client;
      } finally {
        lock.unlock();
      }
    }

    /** Leaves one that is being opened to the thread that opens it. */
    void close() {
      closed = true;
      try {
        if (!lock.tryLock(CLOSE.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return;
      }
      try {
        if (client != null) {
          closer.accept(client);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** The same for a check of this domain. */
  DoctorContext of(Domain one) {
    return new DoctorContext(settings, role, domains, one, shared);
  }

  Settings settings() {
    return settings;
  }

  TopicRole role() {
    return role;
  }

  /** All domains that are looked at. */
  List<Domain> domains() {
    return domains;
  }

  /** The domain that the check is made for. */
  Domain domain() {
    return domain;
  }

  /** For commands. */
  String bootstrap() {
    return settings.text(KnownSettings.BOOTSTRAP);
  }

  /** The group of the domain's engines. */
  String group() {
    return RequiredTopics.group(settings.text(KnownSettings.APPLICATION), domain.name());
  }

  /** Settings of a consumer that does not wait for long. */
  Map<String, Object> consumer() {
    Map<String, Object> kafka = new HashMap<>(ClusterAdmin.TIMEOUTS);
    kafka.putAll(settings.consumer());
    return kafka;
  }

  /** The settings of the domains' engines, whether their files can be read or not. */
  StreamsSettings streams() {
    return StreamsOptions.of(settings, CheckpointChoice.BEGINNING);
  }

  /**
   * Kafka, opened at the first call.
   *
   * @throws dev.rota.app.console.CommandFailure if nothing listens there
   */
  ClusterAdmin cluster() {
    return shared.cluster.open(
        () -> {
          ConnectionFlags.requireKafka(settings);
          return ClusterAdmin.open(settings);
        });
  }

  Registry registry() {
    return shared.registry.open(() -> Registry.open(ClientTimeouts.of(settings.registry())));
  }

  /**
   * The settings of all brokers.
   *
   * @throws UngrantedRights if they may not be seen
   */
  BrokerSettings brokers() {
    ClusterAdmin cluster = cluster();
    try {
      return shared.brokers.open(() -> BrokerSettings.of(cluster));
    } catch (AuthorizationException _) {
      throw lacking(onCluster(AclOperation.DESCRIBE_CONFIGS));
    }
  }

  /** A right on the cluster as a whole. */
  static AccessRight onCluster(AclOperation operation) {
    return right(ResourceType.CLUSTER, Resource.CLUSTER_NAME, operation);
  }

  /** A right that the doctor needs, and perhaps no role. */
  static AccessRight right(ResourceType kind, String name, AclOperation operation) {
    return new AccessRight(name, kind, name, false, name, operation, false);
  }

  /** Says who lacks these rights. */
  UngrantedRights lacking(AccessRight... rights) {
    return new UngrantedRights(role, List.of(rights), settings.admin(), null);
  }

  /** Says which right a check lacked that was refused; empty if it failed for something else. */
  Optional<UngrantedRights> lackingAfter(Exception refused) {
    return CauseChain.first(refused, UngrantedRights.class)
        .or(
            () ->
                CauseChain.first(refused, GroupAuthorizationException.class)
                    .filter(_ -> domain != null)
                    .map(_ -> lacking(right(ResourceType.GROUP, group(), AclOperation.DESCRIBE))))
        .or(
            () ->
                CauseChain.first(refused, TopicAuthorizationException.class)
                    .filter(e -> !e.unauthorizedTopics().isEmpty())
                    .map(
                        e ->
                            lacking(
                                e.unauthorizedTopics().stream()
                                    .sorted()
                                    .map(AccessRight::toRead)
                                    .toArray(AccessRight[]::new))));
  }

  /** Returns within seconds, whatever a check that was left still does. */
  @Override
  public void close() {
    shared.cluster.close();
    shared.registry.close();
  }
}
