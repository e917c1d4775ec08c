package dev.rota.lab.bench.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.HistoryQuestion;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.ThingHistory;
import dev.rota.readers.follow.TimedLogs;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.TopicPartition;

/** Asks why things of a lane are as they are, of a ledger that is there already. */
public final class WhyBench {
  private static final int SILENT_POLLS_MAX = 60;
  private static final int NAMES_MAX = 200;
  private static final int PAGES = 4;
  private static final int DECISIONS = 20; // as many as the command tells
  private static final double NANOS = 1e9;

  /** Where in the ledger things are looked for, as a share of its records. */
  private static final Map<String, Double> PLACES =
      Map.of("end", 1.0, "middle", 0.5, "beginning", 0.1);

  private final Domain domain;
  private final Map<String, Object> kafka;
  private final String lane;
  private final TurnReader turns = new TurnReader();
  private final InputCodec inputs;

  /** Asks nothing yet. The lane is on a topic with one partition. */
  public WhyBench(Domain domain, Map<String, Object> kafka, String lane) {
    this.domain = domain;
    this.kafka = kafka;
    this.lane = lane;
    this.inputs = new InputCodec(domain);
  }

  /**
   * What an answer in a warm process took.
   *
   * @param reading of its time, seconds in Kafka's clients
   * @param turns that were replayed
   */
  public record Took(double seconds, double reading, long turns) {}

  /** Questions about the end, the middle and the beginning: of each a short and a long history. */
  public List<LaneQuestion> questions() {
    List<LaneQuestion> questions = new ArrayList<>();
    Stream.of("end", "middle", "beginning").forEach(where -> questions.addAll(at(where)));
    if (questions.isEmpty()) {
      throw new IllegalStateException("the inputs of " + lane + " name nothing that it knows");
    }
    return questions;
  }

  /** Asks in this process, by new clients as a command has them. */
  public Took ask(LaneQuestion question) {
    long began = System.nanoTime();
    TimedLogs timed = open();
    try (timed) {
      LaneAnswers answers = new LaneAnswers(domain, timed, CheckpointChoice.BEGINNING, lane);
      List<ThingHistory> told =
          answers
              .why(
                  List.of(question.thing()),
                  HistoryQuestion.last(moment(question.turn()), DECISIONS))
              .answer();
      if (told.isEmpty()) {
        throw new IllegalStateException("nothing is told of " + question);
      }
      double seconds = (System.nanoTime() - began) / NANOS;
      return new Took(seconds, timed.nanos() / NANOS, answers.done());
    }
  }

  private TimedLogs open() {
    return new TimedLogs(new KafkaLogs(domain, kafka));
  }

  private static HistoryMoment moment(Long turn) {
    return turn == null ? HistoryMoment.END : new HistoryMoment.Turn(turn);
  }

  private List<LaneQuestion> at(String where) {
    try (TopicLogs logs = open()) {
      List<TurnEntry> some = turns(logs, PLACES.get(where));
      if (some.isEmpty()) {
        return List.of();
      }
      Names names = new Names();
      some.forEach(turn -> names.of(inputs.record(turn)));
      List<Thing> things =
          names.all().stream()
              .limit(NAMES_MAX)
              .flatMap(id -> domain.card().why().kinds().stream().map(kind -> new Thing(kind, id)))
              .toList();
      Long turn = where.equals("end") ? null : some.get(0).number();
      LaneAnswers answers = new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, lane);
      List<LaneQuestion> all =
          answers
              .why(things, HistoryQuestion.last(moment(turn), DECISIONS).since(moment(turn)))
              .answer()
              .stream()
              .filter(history -> history.count() > 0)
              .map(history -> new LaneQuestion(where, history.thing(), turn, history.count()))
              .sorted(Comparator.comparingLong(LaneQuestion::decisions))
              .toList();
      return all.size() < 2 ? all : List.of(all.get(0), all.get(all.size() - 1));
    }
  }

  /** The inputs of some pages before this share of the ledger, or near it; the newest first. */
  private List<TurnEntry> turns(TopicLogs logs, double share) {
    TopicPartition ledger = new TopicPartition(RequiredTopics.ledger(domain.name()), 0);
    long begin = logs.begin(ledger);
    long end = logs.end(ledger);
    long at = begin + (long) ((end - begin) * share);
    // Offsets have gaps: a transaction's marker is one of them. Some pages have ticks alone.
    for (long width = 2 * PAGES; ; width *= 2) {
      long from = Math.max(begin, at - width);
      long to = Math.min(end, Math.max(at, begin + width));
      List<TurnEntry> found = inputs(logs, ledger, new OffsetRange(from, to));
      if (!found.isEmpty() || from == begin && to == end) {
        return found;
      }
    }
  }

  private List<TurnEntry> inputs(TopicLogs logs, TopicPartition ledger, OffsetRange range) {
    List<TurnEntry> found = new ArrayList<>();
    try (PeekingReader reader =
        new PeekingReader(logs.open(ledger), ledger, SILENT_POLLS_MAX, range)) {
      reader.forEach(
          record ->
              turns.of(record).stream()
                  .filter(turn -> turn.kind() == TurnEntry.Kind.INPUT)
                  .forEach(turn -> found.add(0, turn)));
    }
    return found;
  }

  /** What in a record may be the name of a thing: its texts and whole numbers. */
  private static final class Names {
    private final Set<String> all = new LinkedHashSet<>();

    Set<String> all() {
      return all;
    }

    void of(Object value) {
      if (value instanceof IndexedRecord record) {
        record.getSchema().getFields().forEach(field -> of(record.get(field.pos())));
      } else if (value instanceof List<?> list) {
        list.forEach(this::of);
      } else if (value instanceof Map<?, ?> map) {
        map.values().forEach(this::of);
      } else if (value instanceof CharSequence
          || value instanceof Integer
          || value instanceof Long) {
        all.add(value.toString());
      }
    }
  }
}
