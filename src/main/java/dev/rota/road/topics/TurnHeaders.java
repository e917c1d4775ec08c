package dev.rota.road.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The headers of output records, which identify their turn. */
public final class TurnHeaders {
  /** {@code lane/number/index}: the record's identity. */
  public static final String TURN = "rota.turn";

  /** {@code topic/partition/offset} of the input. */
  public static final String SOURCE = "rota.source";

  /** The rule that decided, by its id in the rules' book. */
  public static final String RULE = "rota.rule";

  /** The version of the rules. */
  public static final String RULES = "rota.rules";

  /** Why a record is a dead letter: a stable code. */
  public static final String REASON = "rota.reason";

  private static final String ERRORS = "__streams.errors.";
  private static final int MESSAGE_MAX = 4096;

  /** Topic, partition and offset of the record that became a dead letter. */
  public static final String FROM_TOPIC = ERRORS + "topic";

  public static final String FROM_PARTITION = ERRORS + "partition";
  public static final String FROM_OFFSET = ERRORS + "offset";

  /** The class of the exception that a dead letter comes from. */
  public static final String EXCEPTION = ERRORS + "exception";

  /** Its message, in words that may change between versions. */
  public static final String MESSAGE = ERRORS + "message";

  /** Rules have few ids, all of them constants, and few versions: they share their headers. */
  private static final Map<String, Header> BY_RULE = new ConcurrentHashMap<>();

  private static final Map<Integer, Header> BY_VERSION = new ConcurrentHashMap<>();

  private final DecidedTurn decided;

  /**
   * What all records of a turn share; null: nobody has asked yet, as for most turns that publish
   * nothing. Two threads that make a large turn's records at once make the same.
   */
  private volatile Shared shared;

  private record Shared(String turn, Header source, Header rules) {}

  /** Makes no header yet. */
  public TurnHeaders(DecidedTurn decided) {
    this.decided = decided;
  }

  private Shared shared() {
    Shared made = shared;
    if (made == null) {
      TurnEntry entry = decided.entry();
      made =
          new Shared(
              entry.lane() + "/" + entry.number(),
              entry.source() == null ? null : header(SOURCE, entry.source().path()),
              version(entry.rules()));
      shared = made;
    }
    return made;
  }

  private static Header version(int rules) {
    return BY_VERSION.computeIfAbsent(rules, one -> header(RULES, one.toString()));
  }

  private static Header rule(String id) {
    return BY_RULE.computeIfAbsent(id, one -> header(RULE, one));
  }

  /** Headers of an assignment, outcome or snapshot. */
  public Headers of(int index) {
    return output(index, rule(decided.published().get(index).rule()));
  }

  private Headers output(int index, Header last) {
    Shared all = shared();
    Header identity = header(TURN, all.turn + "/" + index);
    return all.source == null
        ? headers(identity, all.rules, last)
        : headers(identity, all.source, all.rules, last);
  }

  private static Headers headers(Header... all) {
    return new RecordHeaders(all);
  }

  /** Headers of a dead letter: the record's own, Rota's, and those that Kafka Streams uses. */
  public Headers ofDeadLetter(Headers own, int index, Throwable cause) {
    Headers headers = new RecordHeaders(own.toArray());
    reason(index).forEach(headers::add);
    InputPosition from = decided.entry().source();
    if (from != null) {
      headers
          .add(header(FROM_TOPIC, from.topic()))
          .add(header(FROM_PARTITION, Integer.toString(from.partition())))
          .add(header(FROM_OFFSET, Long.toString(from.offset())));
    }
    return because(headers, cause);
  }

  /** The record's own headers in a dead letter: those before the turn's. */
  public static Headers ofInput(Headers letter) {
    Header[] all = letter.toArray();
    int turn = all.length;
    for (int i = 0; i < all.length; i++) {
      turn = all[i].key().equals(TURN) ? i : turn;
    }
    return new RecordHeaders(Arrays.copyOf(all, turn));
  }

  /** The text of a header, of the last one if it repeats; null: there is none. */
  public static String text(Headers headers, String name) {
    Header last = headers.lastHeader(name);
    return last == null || last.value() == null ? null : new String(last.value(), UTF_8);
  }

  /** Headers of a stub: its record's own may be what is too large. */
  public Headers ofStub(int index, Throwable cause) {
    return ofDeadLetter(new RecordHeaders(), index, cause);
  }

  /** The key of a stub: the record's, if that names a lane. */
  public static byte[] stubKey(TurnEntry entry) {
    return entry.key() == null ? entry.lane().getBytes(UTF_8) : entry.key();
  }

  /** Headers of a deadline's dead letter. It has no source, since there is no input to resend. */
  public Headers ofDeadline(int index) {
    return because(reason(index), decided.fault(index));
  }

  private static Headers because(Headers headers, Throwable cause) {
    if (cause != null) {
      headers.add(header(EXCEPTION, cause.getClass().getName())).add(header(MESSAGE, told(cause)));
    }
    return headers;
  }

  /** A complaint may quote the record, which may be megabytes. */
  private static String told(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return message.length() <= MESSAGE_MAX ? message : message.substring(0, MESSAGE_MAX) + "…";
  }

  private Headers reason(int index) {
    return output(index, header(REASON, decided.published().get(index).rule()));
  }

  private static Header header(String key, String text) {
    return new RecordHeader(key, text.getBytes(UTF_8));
  }
}
