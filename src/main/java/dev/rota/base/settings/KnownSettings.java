package dev.rota.base.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All settings of Rota. */
public final class KnownSettings {
  public static final String BOOTSTRAP = "bootstrap.servers";
  public static final String REGISTRY = "schema.registry.url";
  public static final String APPLICATION = "application.id";
  public static final String DOMAINS = "domains";
  public static final String STATE_DIR = "state.dir";
  public static final String THREADS = "threads";
  public static final String WORKERS = "workers";
  public static final String EXECUTOR = "executor";
  public static final String EXECUTOR_PATH = "executor.path";
  public static final String EXECUTOR_POOLS = "executor.pools";
  public static final String STANDBYS = "standbys";
  public static final String COMMIT_INTERVAL = "commit.interval.ms";
  public static final String GROUP_PROTOCOL = "group.protocol";
  public static final String METRONOME = "metronome.ms";
  public static final String LANES_OPEN = "lanes.open";
  public static final String LANES_IDLE = "lanes.idle.ms";
  public static final String RULES_ADOPT = "rules.adopt";
  public static final String CHECKPOINT_TURNS = "checkpoint.turns";
  public static final String CHECKPOINT_INTERVAL = "checkpoint.interval.ms";
  public static final String CHECKPOINT_POLICY = "checkpoint.policy";
  public static final String CHECKPOINT_CLUSTERS = "checkpoint.clusters";
  public static final String HTTP_HOST = "http.host";
  public static final String HTTP_PORT = "http.port";
  public static final String FOLLOW_HOST = "follow.host";
  public static final String FOLLOW_PORT = "follow.port";
  public static final String FOLLOW_CERTIFICATE = "follow.tls.cert";
  public static final String FOLLOW_KEY = "follow.tls.key";
  public static final String FOLLOW_CLIENTS = "follow.tls.client.ca";
  public static final String FOLLOW_TOKEN = "follow.token.file";
  public static final String FOLLOWER_URL = "follower.url";
  public static final String FOLLOWER_TOKEN = "follower.token.file";
  public static final String FOLLOWER_AUTHORITIES = "follower.tls.ca";
  public static final String FOLLOWER_CERTIFICATE = "follower.tls.cert";
  public static final String FOLLOWER_KEY = "follower.tls.key";
  public static final String BUILDS_GRID = "builds.grid";
  public static final String BUILDS_INSTANCES = "builds.instances";
  public static final String BUILDS_CAS = "builds.cas";
  public static final String BUILDS_ACTION_CACHE = "builds.action.cache";
  public static final String BUILDS_CAS_AUTHORITIES = "builds.cas.tls.ca";
  public static final String BUILDS_CAS_TOKEN = "builds.cas.token.file";
  public static final String BUILDS_ABANDONED = "builds.abandoned.ms";
  public static final String BUILDS_HOST = "builds.host";
  public static final String BUILDS_PORT = "builds.port";
  public static final String BUILDS_CERTIFICATE = "builds.tls.cert";
  public static final String BUILDS_KEY = "builds.tls.key";
  public static final String BUILDS_CLIENTS = "builds.tls.client.ca";
  public static final String BUILDS_TOKEN = "builds.token.file";
  public static final String BUILDS_CLIENT_TOKEN = "builds.client.token.file";
  public static final String BUILDS_WORKER_TOKEN = "builds.worker.token.file";
  public static final String BUILDS_WRITER_TOKEN = "builds.writer.token.file";
  public static final String BUILDS_CLIENT_NAMES = "builds.client.names";
  public static final String BUILDS_WORKER_NAMES = "builds.worker.names";
  public static final String BUILDS_WRITER_NAMES = "builds.writer.names";
  public static final String BUILDS_SESSION_KEY = "builds.session.key.file";
  public static final String LOG_FORMAT = "log.format";
  public static final String METRICS_KAFKA = "metrics.kafka";
  public static final String INPUT_BYTES = "input.bytes.max";
  public static final String PARTITIONS = "partitions";
  public static final String REPLICATION = "replication.factor";
  public static final String HISTORY = "history";
  public static final String SERIALIZER = "value.serializer";
  public static final String DESERIALIZER = "value.deserializer";

  /** The executor's name if shards are not executed here. */
  public static final String NONE = "none";

  /** The history's word if a retention limit may delete it. */
  public static final String TRIMMED = "trimmed";

  public static final String ENVIRONMENT = "ROTA_";

  /** Variables of the start script and of development, which are not settings. */
  public static final List<String> OTHER_VARIABLES =
      List.of("ROTA_UNSAFE", "ROTA_HOME", "ROTA_DEV", "ROTA_JAVA_OPTS", "ROTA_DOMAIN_PATH");

  public static final List<SettingDefinition> ALL =
      List.of(
          plain(BOOTSTRAP, SettingKind.ADDRESSES, "", "address of Kafka"),
          plain(REGISTRY, SettingKind.URLS, "", "address of the schema registry"),
          plain(
              APPLICATION, SettingKind.NAME, "rota", "consumer group and prefix of internal names"),
          plain(DOMAINS, SettingKind.TEXT, "all", "domains to run, comma-separated"),
          plain(STATE_DIR, SettingKind.TEXT, stateDir(), "directory of the state stores"),
          plain(THREADS, SettingKind.COUNT, "2", "stream threads of this process"),
          plain(WORKERS, SettingKind.NUMBER, cores(), "threads that execute shards; 0: none"),
          plain(EXECUTOR, SettingKind.NAME, NONE, "class that executes shards; none: no executor"),
          plain(
              EXECUTOR_PATH, SettingKind.TEXT, "", "jars or directories of jars, comma-separated"),
          plain(EXECUTOR_POOLS, SettingKind.TEXT, "all", "pools to execute, comma-separated"),
          plain(STANDBYS, SettingKind.NUMBER, "0", "standby replicas of each state store"),
          plain(
              COMMIT_INTERVAL,
              SettingKind.COUNT,
              "100",
              "interval between commits, in milliseconds"),
          plain(
              GROUP_PROTOCOL,
              SettingKind.PROTOCOL,
              "classic",
              "group protocol: classic or streams"),
          plain(
              METRONOME,
              SettingKind.COUNT,
              "100",
              "interval of deadline checks of silent lanes, in milliseconds"),
          plain(
              LANES_OPEN,
              SettingKind.COUNT,
              "10000",
              "lanes of a partition that stay in memory, the latest used"),
          plain(
              LANES_IDLE,
              SettingKind.COUNT,
              "600000",
              "time after which an idle lane leaves memory, in milliseconds"),
          plain(
              CHECKPOINT_TURNS,
              SettingKind.COUNT,
              "5000",
              "turns of a partition between two checkpoints of its rows"),
          plain(
              CHECKPOINT_INTERVAL,
              SettingKind.COUNT,
              "10000",
              "time between two checkpoints of a partition's rows, in milliseconds"),
          plain(
              CHECKPOINT_POLICY,
              SettingKind.TEXT,
              "",
              "file of trusted keys: only kept checkpoints that one signed replace lost rows"),
          plain(
              CHECKPOINT_CLUSTERS,
              SettingKind.TEXT,
              "",
              "former clusters' ids, comma-separated: what was signed for them counts as well"),
          plain(
              RULES_ADOPT,
              SettingKind.ADOPTION,
              "newest",
              "rules that lanes adopt: newest, hold, or the newest version to adopt"),
          plain(
              HTTP_HOST, SettingKind.TEXT, "127.0.0.1", "address that the HTTP server listens on"),
          plain(HTTP_PORT, SettingKind.PORT, "8080", "port of the HTTP server; 0: any free port"),
          plain(
              FOLLOW_HOST, SettingKind.TEXT, "127.0.0.1", "address that 'rota follow' listens on"),
          plain(FOLLOW_PORT, SettingKind.PORT, "8090", "port of 'rota follow'; 0: any free port"),
          plain(FOLLOW_CERTIFICATE, SettingKind.TEXT, "", "PEM file of its certificate and chain"),
          plain(FOLLOW_KEY, SettingKind.TEXT, "", "PEM file of the certificate's key"),
          plain(FOLLOW_CLIENTS, SettingKind.TEXT, "", "PEM file of authorities of its clients"),
          plain(FOLLOW_TOKEN, SettingKind.TEXT, "", "file of the token that its clients send"),
          plain(FOLLOWER_URL, SettingKind.URLS, "", "follower that commands ask about lanes"),
          plain(FOLLOWER_TOKEN, SettingKind.TEXT, "", "file of the token that it requires"),
          plain(
              FOLLOWER_AUTHORITIES, SettingKind.TEXT, "", "PEM file of authorities it is known by"),
          plain(FOLLOWER_CERTIFICATE, SettingKind.TEXT, "", "PEM file of a client certificate"),
          plain(FOLLOWER_KEY, SettingKind.TEXT, "", "PEM file of that certificate's key"),
          plain(BUILDS_GRID, SettingKind.TEXT, "builds", "grid of 'rota reapi'"),
          plain(
              BUILDS_INSTANCES,
              SettingKind.TEXT,
              "all",
              "instances that its clients may name, comma-separated"),
          plain(BUILDS_CAS, SettingKind.TEXT, "", "address of the storage of its builds"),
          plain(
              BUILDS_ACTION_CACHE,
              SettingKind.TEXT,
              "",
              "address of their action cache, if it is not the storage"),
          plain(
              BUILDS_CAS_AUTHORITIES,
              SettingKind.TEXT,
              "",
              "PEM file of authorities of the storage's certificate"),
          plain(
              BUILDS_CAS_TOKEN,
              SettingKind.TEXT,
              "",
              "file of the token that the storage asks for"),
          plain(
              BUILDS_ABANDONED,
              SettingKind.NUMBER,
              "10000",
              "time without a client after which an operation is cancelled, in milliseconds; 0:"
                  + " never"),
          plain(BUILDS_HOST, SettingKind.TEXT, "127.0.0.1", "address that 'rota reapi' listens on"),
          plain(BUILDS_PORT, SettingKind.PORT, "8980", "port of 'rota reapi'; 0: any free port"),
          plain(BUILDS_CERTIFICATE, SettingKind.TEXT, "", "PEM file of its certificate and chain"),
          plain(BUILDS_KEY, SettingKind.TEXT, "", "PEM file of the certificate's key"),
          plain(BUILDS_CLIENTS, SettingKind.TEXT, "", "PEM file of authorities of its clients"),
          plain(BUILDS_TOKEN, SettingKind.TEXT, "", "file of a token for all roles"),
          plain(BUILDS_CLIENT_TOKEN, SettingKind.TEXT, "", "file of the token of clients"),
          plain(BUILDS_WORKER_TOKEN, SettingKind.TEXT, "", "file of the token of workers"),
          plain(
              BUILDS_WRITER_TOKEN,
              SettingKind.TEXT,
              "",
              "file of the token of clients that write the action cache"),
          plain(
              BUILDS_CLIENT_NAMES,
              SettingKind.TEXT,
              "",
              "names in certificates of clients, comma-separated"),
          plain(
              BUILDS_WORKER_NAMES,
              SettingKind.TEXT,
              "",
              "names in certificates of workers, comma-separated"),
          plain(
              BUILDS_WRITER_NAMES,
              SettingKind.TEXT,
              "",
              "names in certificates of clients that write the action cache, comma-separated"),
          plain(BUILDS_SESSION_KEY, SettingKind.TEXT, "", "file of the secret of session names"),
          plain(LOG_FORMAT, SettingKind.LOG_FORMAT, "text", "format of log lines: text or json"),
          plain(
              METRICS_KAFKA,
              SettingKind.METRICS,
              "useful",
              "metrics of Kafka Streams that are exported: useful or all"),
          plain(
              INPUT_BYTES,
              SettingKind.INPUT_BYTES,
              "4194304",
              "largest input: uncompressed bytes of key, value and headers"),
          plain(PARTITIONS, SettingKind.COUNT, "4", "partitions of created topics"),
          plain(REPLICATION, SettingKind.REPLICAS, "-1", "replication factor of created topics"),
          plain(
              HISTORY,
              SettingKind.HISTORY,
              "kept",
              "kept, or trimmed: retention may delete inputs, ledger and outputs"),
          plain(
              SERIALIZER,
              SettingKind.TEXT,
              "dev.rota.registry.AvroSerializer",
              "serializer of values"),
          plain(
              DESERIALIZER,
              SettingKind.TEXT,
              "dev.rota.registry.AvroDeserializer",
              "deserializer of values"));

  private static final Map<String, SettingDefinition> BY_NAME =
      ALL.stream().collect(Collectors.toMap(SettingDefinition::name, Function.identity()));
  private static final Map<String, SettingDefinition> BY_VARIABLE =
      ALL.stream().collect(Collectors.toMap(SettingDefinition::environment, Function.identity()));

  private KnownSettings() {}

  static Optional<SettingDefinition> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  static Optional<SettingDefinition> variable(String variable) {
    return Optional.ofNullable(BY_VARIABLE.get(variable));
  }

  private static SettingDefinition plain(
      String name, SettingKind kind, String otherwise, String about) {
    return new SettingDefinition(name, kind, otherwise, about);
  }

  private static String cores() {
    return Integer.toString(Runtime.getRuntime().availableProcessors());
  }

  private static String stateDir() {
    return Path.of(System.getProperty("user.home"), ".rota", "state").toString();
  }
}
