package dev.rota.serving.builds;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.avro.FieldExcess;
import dev.rota.base.avro.FieldLimits;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.readers.follow.FollowProgress;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneBusy;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.NoSuchLane;
import dev.rota.readers.follow.TurnListener.DecidedFacts;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.TopicLogs;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A grid as a front door knows it: a follower says how it stands, and a producer tells it what
 * clients want. An input is answered once the follower has read the turn that took it.
 */
final class GridLane implements GridReader, AutoCloseable {
  /** An engine that is there takes an input within its commit interval. */
  private static final Duration TAKEN_MAX = Duration.ofSeconds(30);

  private static final String UNTIMELY =
      "this machine's clock is ahead of the brokers' by more than they take: set it by NTP";

  /** So long nothing is sent to brokers that have refused this machine's time. */
  private static final long UNTIMELY_NANOS = Duration.ofSeconds(10).toNanos();

  private static final int SEND_MAX_MILLIS = 20_000;
  private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

  /** What was answered before its sender knew its offset. More senders do not wait at once. */
  private static final int EARLY_MAX = 10_000;

  private final BotsDomain domain = new BotsDomain();
  private final String grid;
  private final LiveDomain live;
  private final KafkaProducer<byte[], Object> producer;
  private final Map<Schema, FieldLimits> limits = new ConcurrentHashMap<>();
  private final List<GridObserver> observers = new CopyOnWriteArrayList<>();

  /** The lane's last turn that was told of. One who begins again tells of earlier ones again. */
  private long lastTurn;

  private final Map<SentInput, CompletableFuture<List<BotsFact>>> waiting = new HashMap<>();

  /** What senders have to know of inputs that nobody waited for yet: the follower was faster. */
  private final Map<SentInput, List<BotsFact>> early =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SentInput, List<BotsFact>> eldest) {
          return size() > EARLY_MAX;
        }
      };

  /** When the brokers last refused this machine's time; null: never. */
  private volatile Long untimelyNanos;

  /** By topic, the offset behind the last input that was taken. */
  private final Map<String, Long> taken = new HashMap<>();

  /** Where an input lies: in the lane's partition. */
  private record SentInput(String topic, long offset) {}

  /** Sees what the lane decides. It is called by the thread that follows, which waits for it. */
  @FunctionalInterface
  interface GridObserver {
    /**
     * Turns were taken.
     *
     * @param state behind them, to be read now or never
     */
    void decided(BotsState state, List<BotsFact> facts);
  }

  /**
   * Begins to follow.
   *
   * @throws dev.rota.road.topics.UnfitCluster if a topic is missing
   */
  GridLane(String grid, GridAccess access) {
    this.grid = grid;
    Supplier<TopicLogs> open = () -> new KafkaLogs(domain, access.consumer());
    int partition;
    try (TopicLogs logs = open.get()) {
      partition = LaneAnswers.partition(domain.name(), logs.layout(), grid);
    }
    live = LiveDomain.start(domain, open, CheckpointChoice.BEGINNING, Set.of(partition), 1);
    live.listen(this::taken);
    Map<String, Object> configs = new HashMap<>(access.producer());
    configs.putIfAbsent("acks", "all");
    configs.putIfAbsent("enable.idempotence", "true");
    // A client waits for each, but hardly longer: the engine's commit takes ten times as long.
    configs.putIfAbsent("linger.ms", 1);
    configs.putIfAbsent("max.block.ms", SEND_MAX_MILLIS);
    configs.putIfAbsent("request.timeout.ms", SEND_MAX_MILLIS / 2); // the rest may linger
    configs.putIfAbsent("delivery.timeout.ms", SEND_MAX_MILLIS);
    producer = new KafkaProducer<>(configs, new ByteArraySerializer(), access.values());
  }

  @Override
  public void observe(GridObserver observer) {
    observers.add(observer);
  }

  String grid() {
    return grid;
  }

  /** Why nothing can be answered now; null: it can. */
  String trouble() {
    Long untimely = untimelyNanos;
    if (untimely != null && System.nanoTime() - untimely < UNTIMELY_NANOS) {
      return UNTIMELY;
    }
    FollowProgress progress = live.standings().get(0);
    if (progress.difference() != null) {
      return "the ledger of the grid is not verified: " + progress.difference();
    }
    if (progress.trouble() != null) {
      return "the ledger of the grid cannot be read at present: " + progress.trouble();
    }
    return progress.caughtUp()
        ? null
        : "the front door still reads the grid's ledger: " + progress.behind() + " records left";
  }

  /**
   * Checks that calls can be answered now.
   *
   * @throws StatusRuntimeException UNAVAILABLE
   */
  void check() {
    String trouble = trouble();
    if (trouble != null) {
      throw unavailable(trouble);
    }
  }

  @Override
  public <T> T read(Function<BotsState, T> question) {
    check();
    try {
      return live.ask(
          grid,
          (state, standing) -> {
            if (state == null) {
              throw unavailable("the grid is set aside: see the log of its engine");
            }
            if (standing.turn() < lastTurn) {
              throw unavailable("the front door reads the grid's ledger again");
            }
            return question.apply((BotsState) state);
          });
    } catch (NoSuchLane noTurnYet) {
      return question.apply(domain.open(new Tables(new TreeRows(), 0)));
    } catch (LaneBusy _) {
      throw unavailable("too many questions to the grid");
    }
  }

  /** Asks one of the domain's queries of a state that is being read. */
  Query<BotsState> query(String name) {
    return domain.queries().get(name);
  }

  /**
   * Sends an input.
   *
   * @return what the lane decided when it took it; exceptionally: INVALID_ARGUMENT for a field
   *     beyond the limits of its schema, UNAVAILABLE, also if that takes long, or INTERNAL for a
   *     dead letter. Whoever goes on with it must not hold the thread that completes it
   */
  CompletableFuture<List<BotsFact>> tell(SpecificRecord input) {
    // Kafka's own limits go by a clock that may be set back.
    return send(input).orTimeout(TAKEN_MAX.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * The same for one who waits as long as it takes: what Kafka has will be decided, and to send it
   * again would make it two.
   */
  CompletableFuture<List<BotsFact>> send(SpecificRecord input) {
    CompletableFuture<List<BotsFact>> answer = new CompletableFuture<>();
    FieldExcess excess = limits.computeIfAbsent(input.getSchema(), FieldLimits::of).check(input);
    if (excess != null) {
      answer.completeExceptionally(
          Status.INVALID_ARGUMENT
              .withDescription(
                  "%s: it has %s in the record for the grid"
                      .formatted(excess.path(), excess.told()))
              .asRuntimeException());
      return answer;
    }
    String topic = topic(input.getSchema());
    ProducerRecord<byte[], Object> record =
        new ProducerRecord<>(topic, grid.getBytes(UTF_8), input);
    try {
      var _ = producer.send(record, (sent, fault) -> sent(sent, fault, answer));
    } catch (KafkaException e) {
      answer.completeExceptionally(untaken(e));
    }
    return answer;
  }

  /** What is too large will be so the next time, too. */
  private StatusRuntimeException untaken(Exception fault) {
    if (fault instanceof InvalidTimestampException) {
      untimelyNanos = System.nanoTime();
      return unavailable(UNTIMELY);
    }
    return fault instanceof RecordTooLargeException
        ? Status.INVALID_ARGUMENT
            .withDescription("the request makes too large a record: " + fault.getMessage())
            .asRuntimeException()
        : unavailable("Kafka does not take the record: " + fault);
  }

  private String topic(Schema schema) {
    return domain.wire().inputs().stream()
        .filter(input -> input.schema().equals(schema))
        .map(InputTopic::topic)
        .findFirst()
        .orElseThrow();
  }

  private void sent(
      RecordMetadata where, Exception fault, CompletableFuture<List<BotsFact>> answer) {
    if (fault != null) {
      answer.completeExceptionally(untaken(fault));
      return;
    }
    SentInput input = new SentInput(where.topic(), where.offset());
    List<BotsFact> decided = null;
    synchronized (this) {
      if (taken.getOrDefault(input.topic, 0L) > input.offset) {
        decided = early.getOrDefault(input, List.of());
      } else {
        waiting.put(input, answer);
      }
    }
    if (decided != null) {
      answer.complete(decided);
      return;
    }
    var _ = answer.whenComplete((_, _) -> forget(input));
  }

  private synchronized void forget(SentInput input) {
    waiting.remove(input);
  }

  /** Follows the lane, and any other of its partition: what is unreadable lies in one of them. */
  private void taken(String lane, State state, List<DecidedFacts> turns) {
    if (lane.equals(grid)) {
      List<BotsFact> fresh = new ArrayList<>();
      turns.stream()
          .filter(one -> one.turn().number() > lastTurn)
          .forEach(one -> fresh.addAll(own(one)));
      long last = turns.get(turns.size() - 1).turn().number();
      if (last > lastTurn && state != null) {
        lastTurn = last;
        observers.forEach(one -> one.decided((BotsState) state, fresh));
      }
    }
    turns.stream().filter(one -> one.turn().source() != null).forEach(this::taken);
  }

  private void taken(DecidedFacts decided) {
    TurnEntry turn = decided.turn();
    SentInput input = new SentInput(turn.source().topic(), turn.source().offset());
    CompletableFuture<List<BotsFact>> answer;
    synchronized (this) {
      taken.merge(input.topic, input.offset + 1, Math::max);
      answer = waiting.remove(input);
      if (answer == null && own(decided).stream().anyMatch(GridLane::isAnswer)) {
        early.put(input, own(decided));
      }
    }
    if (answer == null) {
      return;
    }
    if (turn.reason() == null || turn.reason().equals(Output.DEADLINE_FAULT)) {
      answer.complete(own(decided));
    } else {
      answer.completeExceptionally(
          Status.INTERNAL
              .withDescription("the grid cannot take it: it is a dead letter, " + turn.reason())
              .asRuntimeException());
    }
  }

  private static List<BotsFact> own(DecidedFacts decided) {
    return decided.facts().stream().map(BotsFact.class::cast).toList();
  }

  private static boolean isAnswer(BotsFact fact) {
    return fact instanceof JobRefused
        || fact instanceof BotRefused
        || fact instanceof BotRegistered;
  }

  private static StatusRuntimeException unavailable(String why) {
    return Status.UNAVAILABLE.withDescription(why).asRuntimeException();
  }

  @Override
  public void close() {
    producer.close(CLOSE_MAX);
    live.close();
  }
}
