package dev.rota.faults;

import static org.awaitility.Awaitility.await;

import dev.rota.cores.CoresDomain;
import dev.rota.faults.Evidence.Audited;
import dev.rota.lab.embedded.registry.LocalRegistry;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.Registry;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;

/** Three brokers, a registry, two engines, a producer and an observer; and the global check. */
final class Arena implements AutoCloseable {
  static final CoresDomain CORES = new CoresDomain();
  static final int PARTITIONS = 4;
  static final List<Integer> ALL = IntStream.range(0, PARTITIONS).boxed().toList();
  private static final int ENGINES = 2;
  private static final Map<String, String> DEFAULTS = Map.of();
  // A partition that is silent for longer counts as one that does not resume.
  private static final Duration RESUME_MAX = Duration.ofSeconds(60);
  // Kafka Streams looks at most once a minute whether a task can move to where it belongs.
  private static final Duration EVEN_MAX = Duration.ofMinutes(3);
  private static final Duration SETTLED = Duration.ofMillis(500);
  private static final long IN_FLIGHT_WAIT_SECONDS = 10;

  private final Path home;
  private final Brokers brokers;
  private final Admin admin;
  private final Transactions transactions;
  private final Shares shares;
  private final String registryUrl;
  private final SteadyProducer producer;
  private final Observer observer;
  private final EngineProcess[] engines = new EngineProcess[ENGINES];
  private final List<Map<String, String>> settings =
      new ArrayList<>(IntStream.range(0, ENGINES).mapToObj(_ -> DEFAULTS).toList());
  private final List<Strike> strikes = new ArrayList<>();
  private final List<String> mishaps = new ArrayList<>();
  private LocalRegistry registry;

  /** A fault, which may use all of the arena. */
  interface Fault {
    void strike() throws Exception;
  }

  Arena(Path home) throws IOException {
    this(home, Brokers.start(home));
  }

  /**
   * Each engine has a way to the brokers of its own, and so have producer and observer, and the
   * brokers to each other.
   */
  static Arena routed(Path home) throws IOException {
    return new Arena(home, Brokers.routed(home, ENGINES + 2));
  }

  private Arena(Path home, Brokers brokers) throws IOException {
    this.home = home;
    this.brokers = brokers;
    admin = Admin.create(kafka());
    transactions = new Transactions(admin, brokers.bootstrap(), CORES, PARTITIONS);
    shares = new Shares(admin, EngineProcess.APPLICATION);
    registry = LocalRegistry.start(brokers.bootstrap(), Ports.free()); // it comes back there
    registryUrl = registry.url();
    MissingTopics.create(admin, RequiredTopics.of(CORES), PARTITIONS, (short) 3);
    String outside =
        brokers.routes().isEmpty()
            ? brokers.bootstrap()
            : brokers.routes().get(ENGINES).bootstrap();
    observer = new Observer(outside, registryUrl, CORES, PARTITIONS);
    producer = new SteadyProducer(outside, registryUrl, PARTITIONS);
  }

  Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", brokers.bootstrap());
  }

  Brokers brokers() {
    return brokers;
  }

  Admin admin() {
    return admin;
  }

  Transactions transactions() {
    return transactions;
  }

  Shares shares() {
    return shares;
  }

  SteadyProducer producer() {
    return producer;
  }

  Observer observer() {
    return observer;
  }

  String registryUrl() {
    return registryUrl;
  }

  EngineProcess engine(int index) {
    return engines[index];
  }

  /** The way of an engine to the brokers, if each has its own. */
  Brokers.Route routeOf(int engine) {
    return brokers.routes().get(engine);
  }

  /** The way of the brokers to each other. */
  Brokers.Route routeOfBrokers() {
    return brokers.routes().getLast();
  }

  /** Both engines with their defaults, at work, each with half of the partitions. */
  void bothEngines() throws Exception {
    bothEngines(DEFAULTS, DEFAULTS);
  }

  /** The same with these settings; who runs with them already goes on. */
  void bothEngines(Map<String, String> first, Map<String, String> second) throws Exception {
    List<Map<String, String>> wanted = List.of(first, second);
    for (int i = 0; i < ENGINES; i++) {
      if (engines[i] == null || !engines[i].alive() || !wanted.get(i).equals(settings.get(i))) {
        stop(i);
        settings.set(i, wanted.get(i));
        engines[i] = launch(i, wanted.get(i));
      }
    }
    for (EngineProcess engine : engines) {
      engine.ready(); // they start side by side
    }
    awaitEven();
  }

  /** Both engines are in the group, each with half of the partitions. */
  void awaitEven() {
    await().atMost(EVEN_MAX).until(() -> shares.stable() && even());
  }

  private boolean even() throws Exception {
    for (int i = 0; i < ENGINES; i++) {
      if (shareOf(i).size() != PARTITIONS / ENGINES) {
        return false;
      }
    }
    return true;
  }

  /** Stops both, as an operator would. */
  void stopEngines() throws Exception {
    for (int i = 0; i < ENGINES; i++) {
      stop(i);
    }
  }

  private void stop(int index) throws Exception {
    if (engines[index] != null) {
      mishaps.addAll(engines[index].mishaps());
      engines[index].terminate();
    }
  }

  /** Kills an engine, and starts it again without waiting for it. */
  void relaunch(int index) throws IOException {
    engines[index].kill();
    engines[index] = launch(index, settings.get(index));
  }

  EngineProcess launch(int index, Map<String, String> variables) throws IOException {
    List<Brokers.Route> routes = brokers.routes();
    String bootstrap = routes.isEmpty() ? brokers.bootstrap() : routes.get(index).bootstrap();
    return EngineProcess.start(bootstrap, registryUrl, home.resolve("state-" + index), variables);
  }

  /** The partitions that an engine decides. */
  Set<Integer> shareOf(int engine) throws Exception {
    return shares.of(engines[engine].name());
  }

  /** Which engine decides a partition. */
  int ownerOf(int partition) throws Exception {
    for (int i = 0; i < ENGINES; i++) {
      if (shareOf(i).contains(partition)) {
        return i;
      }
    }
    throw new IllegalStateException("nobody decides partition " + partition);
  }

  void stopRegistry() {
    registry.close();
  }

  void startRegistry() {
    registry = LocalRegistry.start(brokers.bootstrap(), URI.create(registryUrl).getPort());
  }

  /** Inputs flow and every partition answers. */
  void flow() {
    producer.flow();
    awaitFlow(ALL);
  }

  /** These partitions answer, and with what was committed just now. */
  void awaitFlow(Collection<Integer> some) {
    // What was committed before still arrives for a moment.
    long after = System.nanoTime() + SETTLED.toNanos();
    await().atMost(RESUME_MAX).until(() -> observer.heardAfter(some, after));
  }

  /** Strikes while inputs of these partitions are under way, and notes how many. */
  void strike(Collection<Integer> hit, Fault fault) throws Exception {
    observer.measureFromNow();
    long until = System.nanoTime() + Duration.ofSeconds(IN_FLIGHT_WAIT_SECONDS).toNanos();
    Strike strike;
    do {
      long[] decided = observer.counts();
      strike = new Strike(hit, producer.counts(), decided);
    } while (strike.inFlight() <= 0 && System.nanoTime() < until);
    strikes.add(strike);
    fault.strike();
  }

  /** As if no fault had struck. */
  void forgetStrikes() {
    strikes.clear();
  }

  /** As if the last fault had not struck. */
  void forgetStrike() {
    strikes.remove(strikes.size() - 1);
  }

  /** Every partition answers again, and what came after the last fault too: it is over. */
  void recover() {
    awaitFlow(ALL);
    Strike last = strikes.get(strikes.size() - 1);
    await().atMost(RESUME_MAX).until(() -> last.isPast(observer.counts()));
    last.over(observer.pauses(), observer.counts());
  }

  /** Stops the flow, waits for every answer, and holds everything against the invariants. */
  Verdict verdict(String row, String kind) throws Exception {
    Set<String> accepted = producer.stop();
    await().until(() -> Arrays.stream(observer.counts()).sum() >= accepted.size());
    List<String> open = awaitNoOpenTransaction();
    var ends = transactions.ends(IsolationLevel.READ_COMMITTED);
    await().until(() -> observer.hasRead(ends));
    List<String> dead = takeMishaps();
    long inFlight = strikes.stream().mapToLong(one -> one.inFlight()).min().orElse(0);
    long later = strikes.stream().mapToLong(one -> one.later()).min().orElse(0);
    Judgement judgement =
        Judgement.of(
            new Evidence(
                accepted,
                observer.turns(),
                observer.answers(),
                Audited.of(audit()),
                inFlight,
                later,
                dead,
                open));
    long hit = strikes.stream().mapToLong(one -> one.pause(true)).max().orElse(-1);
    long others = strikes.stream().mapToLong(one -> one.pause(false)).max().orElse(-1);
    Verdict verdict = new Verdict(row, kind, strikes.size(), hit, others, inFlight, judgement);
    strikes.clear();
    return verdict;
  }

  /** What became of the engines, those stopped since too, that nobody meant. */
  private List<String> takeMishaps() throws IOException {
    for (EngineProcess engine : engines) {
      mishaps.addAll(engine.mishaps());
    }
    List<String> taken = List.copyOf(mishaps);
    mishaps.clear();
    return taken;
  }

  /** Threads of this engine that have died so far, while it lives, were meant to. */
  void forgiveDeaths(int engine) throws IOException {
    if (engines[engine].alive()) {
      engines[engine].mishaps();
    }
  }

  /** Threads of engines that have died so far were meant to. */
  void forgiveDeaths() throws IOException {
    takeMishaps();
  }

  private AuditReport audit() throws InterruptedException {
    try (Registry schemas = Registry.open(Map.of("schema.registry.url", registryUrl));
        var audit =
            new DomainAudit(CORES, kafka(), new DomainAudit.Witnesses(null, schemas, null))) {
      return audit.run(2);
    }
  }

  /** An engine that is in the middle of a transaction: the one to strike. */
  int busyEngine() {
    return await()
        .until(
            () -> {
              for (int i = 0; i < ENGINES; i++) {
                if (!transactions.open(engines[i].name()).isEmpty()) {
                  return i;
                }
              }
              return null;
            },
            Objects::nonNull);
  }

  /** What is open for longer than any transaction may be; nothing, as a rule. */
  private List<String> awaitNoOpenTransaction() throws Exception {
    long until = System.nanoTime() + RESUME_MAX.toNanos();
    List<String> open = transactions.unfinished();
    while (!open.isEmpty() && System.nanoTime() < until) {
      open = transactions.unfinished();
    }
    return open;
  }

  @Override
  public void close() {
    for (EngineProcess engine : engines) {
      if (engine != null) {
        engine.close();
      }
    }
    producer.close();
    observer.close();
    admin.close(Duration.ZERO);
    brokers.close();
    registry.close();
  }
}
