package dev.rota.chunks.naive;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * One network three times: the engine, the engine reopened from its rows now and then, and the
 * naive side. After every turn they have said the same, and hold the same.
 */
final class NaiveDuel {
  private static final String LANE = NaiveNetwork.NAME;
  private static final int SELDOM = 8;

  private final DomainCard<ChunksState, ChunksInput, ChunksFact> domain;
  private final Map<String, Query<ChunksState>> queries;
  private final LanesInMemory live;
  private final LanesInMemory reopened;
  private final NaiveNetwork naive = new NaiveNetwork();
  private final UnaryOperator<SpecificRecord> blinkers;
  private final NaiveTally tally;
  private final Random random;

  /**
   * A network that has had nothing.
   *
   * @param blinkers what the naive side sees of a record
   */
  NaiveDuel(
      DomainCard<ChunksState, ChunksInput, ChunksFact> domain,
      long seed,
      UnaryOperator<SpecificRecord> blinkers,
      NaiveTally tally) {
    this.domain = domain;
    this.queries = domain.queries();
    this.live = new LanesInMemory(domain);
    this.reopened = new LanesInMemory(domain);
    this.blinkers = blinkers;
    this.tally = tally;
    this.random = new Random(~seed);
  }

  NaiveDuel(long seed, NaiveTally tally) {
    this(new ChunksDomain(), seed, UnaryOperator.identity(), tally);
  }

  NaiveNetwork naive() {
    return naive;
  }

  /** Takes it on all sides, and says how they differ; null: they do not. */
  String turn(NaiveHistory.Event event) {
    DecidedTurn decided = take(live, event);
    if (!decided.faults().isEmpty()) {
      return "the rules failed: " + decided.faults().get(0).cause();
    }
    NaiveRules before = naive.rules;
    List<Output> expected = naive.take(event.atMillis(), event.seen(blinkers).record());
    Object told = plain(sorted(decided.published()));
    Object should = plain(sorted(expected));
    String difference = difference("told", told, should);
    difference = difference == null ? null : difference + "\n  of " + told + "\n  and " + should;
    difference = difference == null ? due(live) : difference;
    difference =
        difference == null
            ? answered("", live, List.of(new NaiveView(naive).any(random)))
            : difference;
    NaiveCount.of(tally, event, before, naive, expected);
    decided.published().forEach(one -> NaiveCount.path(tally, one.record()));
    return difference == null ? reopened(event, decided) : difference;
  }

  private static DecidedTurn take(LanesInMemory bench, NaiveHistory.Event event) {
    SpecificRecord record = event.record();
    return record == null
        ? bench.tick(LANE, event.atMillis())
        : bench.take(LANE, new Traffic.Event(topic(record), event.atMillis(), record));
  }

  private static String topic(SpecificRecord record) {
    if (record instanceof ChunkListing) {
      return ChunksWire.LISTINGS;
    }
    return record instanceof ChunkPolicy ? ChunksWire.POLICIES : ChunksWire.PINGS;
  }

  /** Which worker is told first of a generation is nobody's rule. */
  private static List<Map<String, Object>> sorted(List<Output> outputs) {
    List<Output> sorted = new ArrayList<>();
    List<Output> run = new ArrayList<>();
    for (Output output : outputs) {
      if (!run.isEmpty() && !group(output).equals(group(run.get(0)))) {
        sorted.addAll(byWorker(run));
        run.clear();
      }
      run.add(output);
    }
    sorted.addAll(byWorker(run));
    return outputs(sorted);
  }

  private static String group(Output output) {
    return output.record() instanceof WorkerAssignment one
        ? output.channel() + " " + one.getGeneration() + " " + one.getSnapshot()
        : "";
  }

  private static List<Output> byWorker(List<Output> run) {
    return run.isEmpty() || group(run.get(0)).isEmpty()
        ? run
        : run.stream()
            .sorted(Comparator.comparing(one -> ((WorkerAssignment) one.record()).getWorker()))
            .toList();
  }

  private static List<Map<String, Object>> outputs(List<Output> outputs) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Output output : outputs) {
      Map<String, Object> line = new HashMap<>();
      line.put("channel", output.channel());
      line.put("key", output.key());
      line.put("record", output.record());
      all.add(line);
    }
    return all;
  }

  @SuppressWarnings("unchecked") // it only reads its view
  private String due(LanesInMemory bench) {
    Engine<ChunksState, ChunksInput, ChunksFact> engine =
        (Engine<ChunksState, ChunksInput, ChunksFact>) domain.engine();
    Deadline is = engine.nextDeadline((ChunksState) bench.lane(LANE).state(), null);
    Deadline should = naive.next();
    return is == null || should == null
        ? difference("due", is, should)
        : difference("due", is.atMillis() + is.kind(), should.atMillis() + should.kind());
  }

  private String answered(String which, LanesInMemory bench, List<NaiveView.Question> questions) {
    ChunksState state = (ChunksState) bench.lane(LANE).state();
    for (NaiveView.Question one : questions) {
      Map<String, Object> args = new HashMap<>(one.args());
      Object is = queries.get(one.query()).answer(state, new QueryArguments(args));
      String place = which + one.query() + " " + one.args();
      String difference = within(place, plain(is), one.answer());
      if (difference != null) {
        return difference;
      }
      tally.count("asked: " + which + one.query());
    }
    return null;
  }

  private String reopened(NaiveHistory.Event event, DecidedTurn decided) {
    if (!Arrays.equals(decided.toBytes(), take(reopened, event).toBytes())) {
      return "reopened: it decides otherwise";
    }
    if (random.nextInt(SELDOM) > 0) {
      return null;
    }
    reopened.restart();
    tally.count("reopened");
    return answered("reopened: ", reopened, new NaiveView(naive).all());
  }

  /** Names the first place that is not so; null: all is. */
  private static String difference(String place, Object is, Object should) {
    if (Objects.equals(is, should)) {
      return null;
    }
    if (is instanceof Map<?, ?> map && should instanceof Map<?, ?> other) {
      Set<Object> names = new TreeSet<>(map.keySet());
      names.addAll(other.keySet());
      for (Object name : names) {
        String found = difference(place + "/" + name, map.get(name), other.get(name));
        if (found != null) {
          return found;
        }
      }
    } else if (is instanceof List<?> list && should instanceof List<?> other) {
      for (int i = 0; i < Math.max(list.size(), other.size()); i++) {
        String found = difference(place + "/" + i, at(list, i), at(other, i));
        if (found != null) {
          return found;
        }
      }
    }
    return place + " is\n    " + is + "\n  and should be\n    " + should;
  }

  /** Of maps, only what should be there is looked at. */
  private static String within(String place, Object is, Object should) {
    if (is instanceof Map<?, ?> map && should instanceof Map<?, ?> other) {
      return other.entrySet().stream()
          .map(one -> within(place + "/" + one.getKey(), map.get(one.getKey()), one.getValue()))
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }
    if (is instanceof List<?> list && should instanceof List<?> other) {
      return IntStream.range(0, Math.max(list.size(), other.size()))
          .mapToObj(i -> within(place + "/" + i, at(list, i), at(other, i)))
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }
    boolean words = is != null && NaiveNetwork.WORDS.equals(should);
    return words ? null : difference(place, is, plain(should));
  }

  private static Object at(List<?> list, int index) {
    return index < list.size() ? list.get(index) : null;
  }

  /** Maps without nulls, lists, texts, truths, doubles and longs, whatever it was made of. */
  static Object plain(Object value) {
    if (value instanceof SpecificRecord record) {
      return plainRecord(record);
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new HashMap<>();
      map.forEach((key, each) -> put(copy, (String) key, each));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list.size());
      list.forEach(each -> copy.add(plain(each)));
      return copy;
    }
    if (value instanceof Integer || value instanceof Short) {
      return ((Number) value).longValue();
    }
    return value instanceof Enum<?> || value instanceof CharSequence ? value.toString() : value;
  }

  /** Of words for people, that there are some; and not by which way copies were placed. */
  private static Map<String, Object> plainRecord(SpecificRecord record) {
    Map<String, Object> map = new HashMap<>();
    map.put("is", record.getSchema().getName());
    for (Schema.Field field : record.getSchema().getFields()) {
      put(map, field.name(), record.get(field.pos()));
    }
    map.computeIfPresent("detail", (_, _) -> NaiveNetwork.WORDS);
    if (record.getSchema().getName().equals("WorkerState")) {
      map.computeIfPresent("reason", (_, _) -> NaiveNetwork.WORDS);
    }
    map.remove("path");
    map.computeIfPresent("unplacedChunks", (_, all) -> byText((List<?>) all));
    return map;
  }

  private static List<?> byText(List<?> all) {
    return all.stream().sorted(Comparator.comparing(Object::toString)).toList();
  }

  private static void put(Map<String, Object> map, String name, Object value) {
    if (value != null) {
      map.put(name, plain(value));
    }
  }
}
