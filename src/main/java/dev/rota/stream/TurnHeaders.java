package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.ledger.Decided;
import dev.rota.ledger.Entry;
import dev.rota.ledger.Source;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
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

  private final Decided decided;
  private final String turn;
  // Most turns have several records, and all of them say the same of these two.
  private final Header source;
  private final Header rules;

  public TurnHeaders(Decided decided) {
    this.decided = decided;
    Entry entry = decided.entry();
    turn = entry.lane() + "/" + entry.number();
    source = entry.source() == null ? null : header(SOURCE, entry.source().path());
    rules = header(RULES, Integer.toString(entry.rules()));
  }

  /** Of the ledger's entry: its identity has no index. */
  Headers ofEntry() {
    return common(new RecordHeaders().add(header(TURN, turn)));
  }

  /** Of an assignment or an outcome. */
  public Headers of(int index) {
    return common(new RecordHeaders().add(header(TURN, turn + "/" + index)))
        .add(header(RULE, decided.published().get(index).rule()));
  }

  /** Of a dead letter: its own headers unchanged, ours and those of Kafka's own dead letters. */
  Headers ofDeadLetter(Headers own, int index, Exception cause) {
    Headers headers = new RecordHeaders(own.toArray()).add(header(TURN, turn + "/" + index));
    common(headers).add(header(REASON, decided.published().get(index).rule()));
    Source from = decided.entry().source();
    if (from != null) {
      headers
          .add(header(ERRORS + "topic", from.topic()))
          .add(header(ERRORS + "partition", Integer.toString(from.partition())))
          .add(header(ERRORS + "offset", Long.toString(from.offset())));
    }
    return because(headers, cause);
  }

  /** Of a deadline's dead letter: no input of the turn is to be sent again for it. */
  Headers ofDeadline(int index) {
    Headers headers = new RecordHeaders().add(header(TURN, turn + "/" + index));
    common(headers).add(header(REASON, decided.published().get(index).rule()));
    return because(headers, decided.fault(index));
  }

  private static Headers because(Headers headers, Exception cause) {
    if (cause != null) {
      headers
          .add(header(ERRORS + "exception", cause.getClass().getName()))
          .add(header(ERRORS + "message", String.valueOf(cause.getMessage())));
    }
    return headers;
  }

  private Headers common(Headers headers) {
    if (source != null) {
      headers.add(source);
    }
    return headers.add(rules);
  }

  private static Header header(String key, String text) {
    return new RecordHeader(key, text.getBytes(UTF_8));
  }
}
