package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.EncodedValue;
import dev.rota.registry.MockRegistry;
import dev.rota.road.topics.InputReader;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Writes histories of a domain as the engine does: it has the rules, decides and seals. What it is
 * told to write need not be what happened.
 */
final class Forger {
  static final long START_MILLIS = 1_700_000_000_000L;

  private Domain domain;
  private final AvroSerializer serializer = new AvroSerializer();
  private final Map<Integer, TreeRows> rows = new HashMap<>();
  private final Map<Integer, LaneStore> stores = new HashMap<>();
  private final AvroDeserializer deserializer = new AvroDeserializer();
  private InputReader reader;
  private final Map<Integer, PageWriter> pages = new HashMap<>();
  private final int turnsOfPage;
  private final World world;
  private final MockRegistry registry;

  /** From here on by this program, which goes on with the same lanes. */
  Forger upgraded(Domain program) {
    domain = program;
    stores.replaceAll((partition, _) -> new LaneStore(program, rows.get(partition)));
    return this;
  }

  /**
   * A record of an input topic, and what the forger makes of it.
   *
   * @param twist of what was received; null: it is not taken at all
   */
  record Step(
      String topic,
      int partition,
      long millis,
      byte[] key,
      Object value,
      Headers headers,
      Laid laid,
      Twist twist) {
    Step(
        String topic,
        int partition,
        long millis,
        byte[] key,
        Object value,
        Headers headers,
        Twist twist) {
      this(topic, partition, millis, key, value, headers, new Laid(), twist);
    }

    Step twisted(Twist other) {
      return new Step(topic, partition, millis, key, value, headers, laid, other);
    }

    /** As it lies on the topic, once it was written. */
    byte[] framed() {
      return laid.value;
    }

    /** Taken as it is. */
    static Twist honest() {
      return received -> List.of(received);
    }
  }

  /** A record as it lies on its topic. */
  static final class Laid {
    private byte[] value;
    private Headers headers;
  }

  /** What the forger has decided instead of what was received: nothing, it, or something else. */
  interface Twist {
    List<InputReader.Received> of(InputReader.Received received);
  }

  /** Writes pages of one turn each. */
  Forger(Domain domain, int partitions, String scope, Map<String, Object> values) {
    this(domain, partitions, scope, values, 1);
  }

  /** Writes pages of so many turns. */
  Forger(Domain domain, int partitions, String scope, Map<String, Object> values, int turnsOfPage) {
    this.domain = domain;
    this.turnsOfPage = turnsOfPage;
    this.world = new World(domain, partitions);
    registry = MockRegistry.scope(scope);
    Map<String, Object> configs = new HashMap<>(values);
    configs.put("schema.registry.url", "mock://" + scope);
    configs.put("specific.avro.reader", true);
    configs.put("rota.unknown.schema.wait.ms", 0L);
    serializer.configure(configs, false);
    deserializer.configure(configs, false);
    reader = new InputReader(domain, deserializer, partitions, RequiredTopics.INPUT_BYTES_DEFAULT);
  }

  /** From here on with so many partitions. No lane has moved yet. */
  Forger grown(int partitions) {
    RequiredTopics.of(domain).forEach(topic -> world.addPartitions(topic.name(), partitions));
    return counting(partitions);
  }

  /** From here on inputs are taken as if there were so many partitions. */
  Forger counting(int partitions) {
    reader = new InputReader(domain, deserializer, partitions, RequiredTopics.INPUT_BYTES_DEFAULT);
    return this;
  }

  /**
   * A lane moves.
   *
   * @param counts of partitions, before and from now on
   */
  void move(String lane, int from, int to, int... counts) {
    Departed left = leave(lane, from, to, counts);
    left.pieces().forEach(piece -> arrive(left, to, piece));
  }

  /**
   * What left a partition.
   *
   * @param entry of its departure
   * @param pieces as they arrive, if all is well
   */
  record Departed(TurnEntry entry, List<LaneArrival> pieces) {}

  /** A lane leaves. */
  Departed leave(String lane, int from, int to, int... counts) {
    page(from); // it begins before the turn
    Departed departed = departed(store(from), lane, from, to, counts);
    page(from).add(departed.entry());
    close(from);
    return departed;
  }

  /** What would leave. Its departure is not written. */
  Departed stay(String lane, int from, int to, int... counts) {
    return departed(new LaneStore(domain, new TreeRows(rows.get(from))), lane, from, to, counts);
  }

  private static Departed departed(LaneStore old, String lane, int from, int to, int... counts) {
    List<byte[]> rows = new ArrayList<>();
    TurnEntry entry = old.lane(lane).leave(to, counts[0], counts[1], rows::add).entry();
    List<LaneArrival> pieces = new ArrayList<>();
    for (byte[] one : rows) {
      pieces.add(
          new LaneArrival(from, entry.number(), pieces.size() + 1, entry.departure().state(), one));
    }
    return new Departed(entry, pieces);
  }

  /** A piece arrives, with the rules and the time of its departure. */
  void arrive(Departed left, int to, LaneArrival piece) {
    arrive(left, to, piece, left.entry().rules(), left.entry().atMillis());
  }

  /** The same with others. */
  void arrive(Departed left, int to, LaneArrival piece, int rules, long atMillis) {
    page(to);
    page(to).add(store(to).lane(left.entry().lane()).arrive(piece, rules, atMillis).entry());
    close(to);
  }

  MockRegistry registry() {
    return registry;
  }

  World world() {
    return world;
  }

  /** The domain's own traffic on these lanes, one after the other, and some records of no use. */
  static List<Step> traffic(
      Domain domain, int partitions, List<String> lanes, long seed, int events) {
    List<Step> steps = new ArrayList<>();
    Map<String, Iterator<Traffic.Event>> histories = new HashMap<>();
    lanes.forEach(lane -> histories.put(lane, DomainTraffic.of(domain).start(lane, seed)));
    for (int i = 0; i < events; i++) {
      for (String lane : lanes) {
        Traffic.Event event = histories.get(lane).next();
        byte[] key = lane.getBytes(UTF_8);
        Headers headers = new RecordHeaders().add("trace", ("t" + i).getBytes(UTF_8));
        int home = LaneKey.partition(key, partitions);
        long millis = START_MILLIS + event.atMillis();
        Object value = event.record() == null ? new byte[] {'x'} : event.record();
        steps.add(new Step(event.topic(), home, millis, key, value, headers, Step.honest()));
        if (i % 10 == 4) {
          byte[] nonsense = ("nonsense " + i).getBytes(UTF_8);
          steps.add(new Step(event.topic(), home, millis, key, nonsense, headers, Step.honest()));
        }
      }
    }
    return steps;
  }

  /** Writes the history of these steps. */
  World write(List<Step> steps) {
    for (Step step : steps) {
      byte[] value = framed(step);
      long offset = world.next(step.topic(), step.partition());
      world.append(step.topic(), step.partition(), step.millis(), step.key(), value, headers(step));
      world.commit(step.topic(), step.partition(), offset + 1);
      InputReader.Received received =
          reader.receive(
              step.topic(),
              step.partition(),
              offset,
              step.millis(),
              step.key(),
              value,
              headers(step));
      if (step.twist() != null) {
        for (InputReader.Received one : step.twist().of(received)) {
          take(one, step, value);
        }
      }
    }
    pages.forEach(
        (partition, page) -> {
          if (!page.isEmpty()) {
            close(partition);
          }
        });
    return world;
  }

  private byte[] framed(Step step) {
    Headers headers = new RecordHeaders(step.headers().toArray());
    step.laid().value =
        step.value() instanceof byte[] raw
            ? raw
            : serializer.serialize(step.topic(), headers, step.value());
    step.laid().headers = headers;
    return step.framed();
  }

  private Headers headers(Step step) {
    return step.laid().headers;
  }

  private void take(InputReader.Received received, Step step, byte[] value) {
    page(step.partition()); // it begins before the turn
    Lane lane = store(step.partition()).lane(received.lane());
    if (!(received.arrival() instanceof TurnArrival.Tick)
        && lane.nextDeadline() < received.arrival().timestampMillis()) {
      TurnArrival tick = new TurnArrival.Tick(lane.nextDeadline());
      lane.take(
          tick, tick.timestampMillis(), turn -> publish(turn, step.partition(), null, null, null));
    }
    TurnArrival arrival = received.arrival();
    if (arrival instanceof TurnArrival.Tick) {
      // An engine takes no tick for nothing.
      publish(lane.take(arrival), step.partition(), received, headers(step), value);
      return;
    }
    lane.take(
        arrival,
        arrival.timestampMillis(),
        turn -> publish(turn, step.partition(), received, headers(step), value));
  }

  LaneStore store(int partition) {
    return stores.computeIfAbsent(
        partition, one -> new LaneStore(domain, rows.computeIfAbsent(one, _ -> new TreeRows())));
  }

  /** The rows of the partition's lanes, as the engine has them. */
  TreeRows rows(int partition) {
    return rows.get(partition);
  }

  private void publish(
      DecidedTurn decided,
      int partition,
      InputReader.Received received,
      Headers own,
      byte[] value) {
    byte[] lane = decided.entry().lane().getBytes(UTF_8);
    long millis = decided.entry().atMillis();
    TurnHeaders headers = new TurnHeaders(decided);
    PageWriter page = page(partition);
    page.add(decided.entry());
    if (page.isFull()) {
      close(partition);
    }
    for (int index = 0; index < decided.published().size(); index++) {
      Output output = decided.published().get(index);
      String topic = output.channel().topic(domain.name());
      if (output.isInput()) {
        Throwable cause = decided.fault(index) == null ? cause(received) : decided.fault(index);
        byte[] key = received == null ? lane : key(received, lane);
        byte[] letter = output.isStub() ? output.payload() : value;
        Headers kept = output.isStub() ? new RecordHeaders() : own;
        world.append(
            topic, partition, millis, key, letter, headers.ofDeadLetter(kept, index, cause));
      } else if (output.isDeadline()) {
        world.append(topic, partition, millis, lane, output.payload(), headers.ofDeadline(index));
      } else {
        Schema schema = output.schema();
        byte[] key = output.keyIn(decided.entry().lane()).getBytes(UTF_8);
        write(topic, partition, millis, key, schema, output.payload(), headers.of(index));
      }
    }
  }

  private PageWriter page(int partition) {
    return pages.computeIfAbsent(
        partition, one -> new PageWriter(one, store(one).end(), turnsOfPage));
  }

  private void close(int partition) {
    PageWriter.Closed closed = page(partition).close(store(partition)::stateDigest);
    store(partition).save(page(partition).end());
    write(
        RequiredTopics.ledger(domain.name()),
        partition,
        closed.page().atMillis(),
        PageHeaders.key(partition),
        PageWire.schema(closed.page()),
        closed.bytes(),
        PageHeaders.of(closed.page()));
  }

  private static byte[] key(InputReader.Received received, byte[] lane) {
    return received.arrival() instanceof TurnArrival.Unreadable unreadable
        ? unreadable.key()
        : lane;
  }

  private static Exception cause(InputReader.Received received) {
    return received == null || received.cause() == null
        ? new IllegalArgumentException("a forger's word")
        : received.cause();
  }

  private void write(
      String topic,
      int partition,
      long millis,
      byte[] key,
      Schema schema,
      byte[] payload,
      Headers headers) {
    byte[] value =
        schema == null
            ? null
            : serializer.serialize(topic, headers, new EncodedValue(schema, payload));
    world.append(topic, partition, millis, key, value, headers);
  }
}
