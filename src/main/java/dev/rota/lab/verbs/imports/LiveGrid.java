package dev.rota.lab.verbs.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.clients.RecordSender;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.lines.AnswerRecord;
import dev.rota.base.lines.Envelope;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** A new grid on a cluster. Events are done once their turns are committed. */
final class LiveGrid implements ImportGrid, LiveLane.Account {
  private static final double SECOND_MILLIS = 1000;

  private final LaneAddress address;
  private final String ledger;
  private final double speed;
  private final LiveLane lane;
  private final LaneTurnCollector turns = new LaneTurnCollector();
  private Set<String> sources = Set.of();
  private long last;
  private long firstMillis = -1;

  /**
   * Connects. Fails within seconds if it cannot.
   *
   * @param speed multiple of real time; 0: without delay
   */
  LiveGrid(LaneAddress address, double speed) {
    String domain = address.domain().name();
    this.address = address;
    this.ledger = RequiredTopics.ledger(domain);
    this.speed = speed;
    List<String> topics =
        List.of(ledger, Channel.ASSIGNMENTS.topic(domain), Channel.OUTCOMES.topic(domain));
    this.lane = LiveLane.open(address, topics, this);
  }

  @Override
  public List<IndexedRecord> take(List<Envelope> batch) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (Envelope envelope : batch) {
      long atMillis = envelope.timestamp().orElseThrow();
      firstMillis = firstMillis < 0 ? atMillis : firstMillis;
      lane.pace((atMillis - firstMillis) / SECOND_MILLIS, speed);
      sent.add(lane.send(envelope));
    }
    sources = new HashSet<>();
    for (Future<RecordMetadata> one : sent) {
      RecordMetadata at = RecordSender.confirmed(one);
      sources.add(at.topic() + "/" + at.partition() + "/" + at.offset());
    }
    lane.settle(() -> {});
    List<IndexedRecord> published = turns.take(last + 1, sources.size());
    last += sources.size();
    return published;
  }

  @Override
  public boolean isOpen() {
    return !turns.areWhole(last + 1, sources.size());
  }

  @Override
  public String missing() {
    return "turns after " + last + " are missing";
  }

  @Override
  public String needed() {
    return "an engine of the bots";
  }

  @Override
  public boolean hear(ConsumerRecord<byte[], byte[]> record, Object value) {
    if (!(value instanceof IndexedRecord read)) {
      throw foreign(record.topic() + " has a record that is none of Rota's");
    }
    if (record.topic().equals(ledger)) {
      return page(record.partition(), new AnswerRecord(read));
    }
    String turn = new String(record.headers().lastHeader(TurnHeaders.TURN).value(), UTF_8);
    turns.published(turn, read);
    return true;
  }

  /** Returns true if the page has a turn of this lane. */
  private boolean page(int partition, AnswerRecord page) {
    List<?> lanes = page.list("lanes");
    for (int place = 0; place < lanes.size(); place++) {
      AnswerRecord lane = new AnswerRecord((IndexedRecord) lanes.get(place));
      if (lane.text("name").equals(address.lane())) {
        turns(partition, page, place, lane.number("turn"));
        return true;
      }
    }
    return false;
  }

  private void turns(int partition, AnswerRecord page, int lane, long first) {
    long number = first;
    for (Object one : page.list("turns")) {
      AnswerRecord turn = new AnswerRecord((IndexedRecord) one);
      if (turn.number("lane") == lane) {
        turn(number++, turn, source(partition, page, turn));
      }
    }
  }

  private static String source(int partition, AnswerRecord page, AnswerRecord turn) {
    return turn.branch("source")
        .map(
            at ->
                page.list("topics").get((int) at.number("topic"))
                    + "/"
                    + partition
                    + "/"
                    + at.number("offset"))
        .orElse("a tick");
  }

  private void turn(long number, AnswerRecord turn, String source) {
    if (last == 0 && number > sources.size()) {
      throw foreign("it has lived before: this is its turn " + number);
    }
    if (!sources.contains(source)) {
      throw foreign("turn " + number + " is not of this import: " + source);
    }
    if (!turn.text("reason").isEmpty()) {
      throw foreign(source + " became a dead letter: " + turn.text("reason"));
    }
    turns.entry(number, (int) turn.number("outputs"));
  }

  private CommandFailure foreign(String why) {
    return new CommandFailure(
        ExitCode.REFUSED,
        address + " cannot be played to",
        why,
        "name one that nobody has used with --grid");
  }

  @Override
  public void close() {
    lane.close();
  }
}
