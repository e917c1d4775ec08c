package dev.rota.faults;

import static org.awaitility.Awaitility.await;

import dev.rota.audit.Audit;
import dev.rota.audit.Report;
import dev.rota.cores.CoresDomain;
import dev.rota.embedded.LocalRegistry;
import dev.rota.stream.MissingTopics;
import dev.rota.stream.Topics;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Three brokers, a registry, two engines, a producer and an observer; and the global check. */
final class Arena implements AutoCloseable {
  static final CoresDomain CORES = new CoresDomain();
  static final int PARTITIONS = 4;
  private static final int ENGINES = 2;
  private static final Duration ANSWER_MAX = Duration.ofMinutes(2);
  private static final Duration SETTLED = Duration.ofMillis(500);
  private static final long IN_FLIGHT_WAIT_SECONDS = 10;

  private final Path home;
  private final Brokers brokers;
  private final Admin admin;
  private final String registryUrl;
  private final SteadyProducer producer;
  private final Observer observer;
  private final List<EngineProcess> engines = new ArrayList<>();
  private LocalRegistry registry;
  private long inFlight;
  private long atInjection;

  /** A fault, which may use all of the arena. */
  interface Fault {
    void strike() throws Exception;
  }

  Arena(Path home) throws IOException {
    this.home = home;
    brokers = Brokers.start(home);
    admin = Admin.create(kafka());
    registry = LocalRegistry.start(brokers.bootstrap(), 0);
    registryUrl = registry.url();
    MissingTopics.create(admin, Topics.of(CORES), PARTITIONS, (short) 3);
    observer = new Observer(brokers.bootstrap(), Topics.ledger(CORES.name()), PARTITIONS);
    producer = new SteadyProducer(brokers.bootstrap(), registryUrl, PARTITIONS);
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", brokers.bootstrap());
  }

  Brokers brokers() {
    return brokers;
  }

  Admin admin() {
    return admin;
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

  /**
   * Both engines with these settings, at work. Those there are told to stop first; started
   * together, the new ones share the tasks evenly.
   */
  void engines(Map<String, String> variables) throws Exception {
    engines(variables, () -> {});
  }

  /** The same, and that in between, when nobody is at work. */
  void engines(Map<String, String> variables, Fault between) throws Exception {
    for (EngineProcess engine : engines) {
      engine.terminate();
    }
    engines.clear();
    between.strike();
    for (int i = 0; i < ENGINES; i++) {
      engines.add(launch(i, variables));
    }
    for (EngineProcess engine : engines) {
      engine.ready();
    }
  }

  EngineProcess launch(int index, Map<String, String> variables) throws IOException {
    return EngineProcess.start(
        brokers.bootstrap(), registryUrl, home.resolve("state-" + index), variables);
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
    awaitFlow();
  }

  void awaitFlow() {
    // What was committed before still arrives for a moment.
    long after = System.nanoTime() + SETTLED.toNanos();
    await().atMost(ANSWER_MAX).until(() -> observer.allHeardAfter(after));
  }

  /** Strikes while inputs are under way, and notes how many. */
  void strike(Fault fault) throws Exception {
    observer.measureFromNow();
    long until = System.nanoTime() + Duration.ofSeconds(IN_FLIGHT_WAIT_SECONDS).toNanos();
    do {
      atInjection = observer.turns();
      inFlight = producer.acknowledged() - atInjection;
    } while (inFlight <= 0 && System.nanoTime() < until);
    fault.strike();
  }

  /** Stops the flow, waits for every answer, and holds everything against the invariants. */
  Verdict verdict(String row, String fault) throws Exception {
    awaitFlow();
    List<Long> pauses = observer.pauses();
    long sent = producer.stop();
    List<String> complaints = new ArrayList<>();
    boolean progressed = observer.turns() > atInjection;
    await().atMost(ANSWER_MAX).until(() -> observer.turns() >= sent);
    awaitNoOpenTransaction();
    Report report = audit();
    complaints.addAll(observer.wrong());
    report.findings().forEach(finding -> complaints.add(finding.toString()));
    complain(complaints, progressed, "nothing was decided after the fault");
    complain(complaints, report.proved(), "the audit does not prove it");
    complain(complaints, report.turns() == sent, report.turns() + " turns for " + sent + " inputs");
    complain(complaints, report.waitingInputs() == 0, "inputs wait");
    complain(complaints, report.deadLetters() == 0, "dead letters");
    return new Verdict(
        row, fault, pauses, sent, inFlight, sent - report.inputs(), observer.doubled(), complaints);
  }

  private static void complain(List<String> complaints, boolean good, String complaint) {
    if (!good) {
      complaints.add(complaint);
    }
  }

  private Report audit() throws InterruptedException {
    try (var audit = new Audit<>(CORES, kafka())) {
      return audit.run(2);
    }
  }

  /** An engine that is in the middle of a transaction on the ledger: the one to strike. */
  EngineProcess busyEngine() {
    return await()
        .atMost(ANSWER_MAX)
        .until(
            () -> {
              for (EngineProcess engine : engines) {
                if (openTransactions(engine.transactions()) > 0) {
                  return engine;
                }
              }
              return null;
            },
            Objects::nonNull);
  }

  /** Open transactions whose names begin so and that have written to the ledger. */
  long openTransactions(String prefix) throws Exception {
    var ongoing = new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING));
    List<String> names =
        admin.listTransactions(ongoing).all().get().stream()
            .map(TransactionListing::transactionalId)
            .filter(name -> name.startsWith(prefix))
            .toList();
    return admin.describeTransactions(names).all().get().values().stream()
        .filter(
            one ->
                one.topicPartitions().stream()
                    .anyMatch(at -> at.topic().equals(Topics.ledger(CORES.name()))))
        .count();
  }

  /** On no partition does anything lie behind the last that consumers see. */
  private void awaitNoOpenTransaction() {
    await()
        .atMost(ANSWER_MAX)
        .ignoreExceptions()
        .until(
            () ->
                ends(IsolationLevel.READ_COMMITTED).equals(ends(IsolationLevel.READ_UNCOMMITTED)));
  }

  private Map<TopicPartition, Long> ends(IsolationLevel isolation) throws Exception {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (Topics.Spec topic : Topics.of(CORES)) {
      for (int i = 0; i < PARTITIONS; i++) {
        asked.put(new TopicPartition(topic.name(), i), OffsetSpec.latest());
      }
    }
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin
        .listOffsets(asked, new ListOffsetsOptions(isolation))
        .all()
        .get()
        .forEach((at, end) -> ends.put(at, end.offset()));
    return ends;
  }

  @Override
  public void close() {
    engines.forEach(EngineProcess::close);
    producer.close();
    observer.close();
    admin.close(Duration.ZERO);
    brokers.close();
    registry.close();
  }
}
