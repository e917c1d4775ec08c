package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.ledger.Decided;
import dev.rota.ledger.Entry;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** What every output record says of its turn. */
public final class TurnHeaders {
  /** {@code lane/number/index}: the record's identity. */
  public static final String TURN = "rota.turn";

  /** {@code topic/partition/offset} of the input. */
  public static final String SOURCE = "rota.source";

  /** The rule that decided, by its id in the specification. */
  public static final String RULE = "rota.rule";

  /** Version of the rules. */
  public static final String RULES = "rota.rules";

  /** Why a record is among the dead letters: a stable code. */
  public static final String REASON = "rota.reason";

  private static final String ERRORS = "__streams.errors.";

  private TurnHeaders() {}

  /** Of a ledger entry: its identity has no index. */
  static Headers of(Entry entry) {
    Headers headers = new RecordHeaders().add(TURN, bytes(entry.lane() + "/" + entry.number()));
    return common(headers, entry);
  }

  /** Of an assignment or an outcome. */
  static Headers of(Decided decided, int index) {
    Headers headers = new RecordHeaders().add(TURN, bytes(decided.turn(index)));
    return common(headers, decided.entry()).add(RULE, bytes(decided.published().get(index).rule()));
  }

  /** Of a dead letter: its own headers unchanged, ours and those of Kafka's own dead letters. */
  static Headers deadLetter(Headers own, Decided decided, int index, Exception cause) {
    Headers headers = new RecordHeaders(own.toArray()).add(TURN, bytes(decided.turn(index)));
    Entry entry = decided.entry();
    common(headers, entry).add(REASON, bytes(decided.published().get(index).rule()));
    if (entry.source() != null) {
      headers
          .add(ERRORS + "topic", bytes(entry.source().topic()))
          .add(ERRORS + "partition", bytes(Integer.toString(entry.source().partition())))
          .add(ERRORS + "offset", bytes(Long.toString(entry.source().offset())));
    }
    return because(headers, cause);
  }

  /** Of a deadline's dead letter: no input of the turn is to be sent again for it. */
  static Headers deadline(Decided decided, int index) {
    Headers headers = new RecordHeaders().add(TURN, bytes(decided.turn(index)));
    common(headers, decided.entry()).add(REASON, bytes(decided.published().get(index).rule()));
    return because(headers, decided.fault(index));
  }

  private static Headers because(Headers headers, Exception cause) {
    if (cause != null) {
      headers
          .add(ERRORS + "exception", bytes(cause.getClass().getName()))
          .add(ERRORS + "message", bytes(String.valueOf(cause.getMessage())));
    }
    return headers;
  }

  private static Headers common(Headers headers, Entry entry) {
    if (entry.source() != null) {
      headers.add(SOURCE, bytes(entry.source().path()));
    }
    return headers.add(RULES, bytes(Integer.toString(entry.rules())));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
