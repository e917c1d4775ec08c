package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.table.Sha256;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.RetainedStart;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.road.topics.WireFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Compares a compacted topic with the replay. The broker may have deleted records that a later
 * record of the same key replaces, and tombstones. The others must be identical and in order, and
 * the last record of each key must exist.
 */
final class CompactedCheck implements ChannelCheck {
  /**
   * A record of the topic.
   *
   * @param digest of its value without the schema id; null: no value, or not Confluent's wire
   *     format
   * @param id of its schema
   */
  private record Seen(
      String where,
      long offset,
      long atMillis,
      String key,
      boolean valued,
      byte[] digest,
      Headers headers,
      TurnId turn,
      String topic,
      Object id,
      boolean old) {}

  /** The last decided record of a key. */
  private record Last(TurnEntry entry, String turn, boolean there) {}

  private final AuditReport report;
  private final AuditProgress progress;
  private final SchemaIds ids;
  private final boolean whole;
  private final String where;
  private final RetainedStart start;
  private final Sha256 sha = new Sha256();

  /** Records by {@code rota.turn}. More than one is an error. */
  private final Map<String, List<Seen>> seen = new LinkedHashMap<>();

  private final Map<String, Last> lasts = new HashMap<>();
  private long passed;

  CompactedCheck(
      PeekingReader reader,
      LedgerStart beginning,
      AuditProgress progress,
      SchemaIds ids,
      AuditReport report) {
    this.report = report;
    this.progress = progress;
    this.ids = ids;
    this.where = reader.where();
    this.start = reader.isCut() ? RetainedStart.of(reader) : null;
    this.passed = beginning.position(reader.partition().topic()) - 1;
    for (ConsumerRecord<byte[], byte[]> one = reader.take(); one != null; one = reader.take()) {
      if (seen.isEmpty() && beginning.isKept(one)) { // all that is kept is before what is not
        passed = Math.max(passed, one.offset());
      } else {
        seen.computeIfAbsent(identity(one), _ -> new ArrayList<>()).add(seen(one, beginning));
      }
    }
    whole = reader.gaps() == 0 && reader.stuckAt() < 0;
  }

  private Seen seen(ConsumerRecord<byte[], byte[]> record, LedgerStart beginning) {
    byte[] payload = record.value() == null ? null : WireFormat.payload(record);
    return new Seen(
        RequiredTopics.where(record),
        record.offset(),
        record.timestamp(),
        text(record.key()),
        record.value() != null,
        payload == null ? null : sha.field(payload).finish(),
        record.headers(),
        TurnId.of(record),
        record.topic(),
        WireFormat.id(record),
        beginning.isAfter(record));
  }

  @Override
  public void expect(DecidedTurn decided, int index, TurnHeaders headers, InputCheck.Taken input) {
    Output output = decided.published().get(index);
    TurnEntry entry = decided.entry();
    String turn = decided.turn(index);
    List<Seen> found = seen.remove(turn);
    boolean there = found != null;
    lasts.put(output.keyIn(entry.lane()), new Last(entry, turn, there || output.record() == null));
    if (!there) {
      return;
    }
    for (Seen again : found.subList(1, found.size())) {
      differs(again, entry, "a record that is repeated, added or out of order", null, turn);
    }
    Seen one = found.get(0);
    if (one.offset < passed) {
      differs(one, entry, "a record that is repeated, added or out of order", null, turn);
    }
    passed = Math.max(passed, one.offset);
    if (agrees(one, entry, output, headers.of(index))) {
      if (output.record() != null) {
        ids.use(one.topic, one.id, one.where, output.schema(), entry);
      }
      report.count(AuditCount.OUTPUTS);
    }
  }

  private boolean agrees(Seen one, TurnEntry entry, Output output, Headers headers) {
    byte[] payload = output.payload();
    byte[] digest = payload == null ? null : sha.field(payload).finish();
    return same(one, entry, "the key", output.keyIn(entry.lane()), one.key)
        && same(one, entry, "the timestamp", entry.atMillis(), one.atMillis)
        && same(one, entry, "whether there is a value", payload != null, one.valued)
        && same(one, entry, "the value's digest", hex(digest), hex(one.digest))
        && same(one, entry, "the headers", text(headers), text(one.headers));
  }

  private boolean same(Seen one, TurnEntry entry, String what, Object expected, Object found) {
    if (Objects.equals(expected, found)) {
      return true;
    }
    differs(one, entry, what + " differs", Objects.toString(expected), Objects.toString(found));
    return false;
  }

  @Override
  public void skip(TurnEntry entry) {
    String prefix = entry.lane() + "/" + entry.number() + "/";
    seen.entrySet()
        .removeIf(
            one -> {
              boolean own = one.getKey().startsWith(prefix);
              if (own) {
                one.getValue().forEach(_ -> report.count(AuditCount.UNPROVED_OUTPUTS));
              }
              return own;
            });
  }

  @Override
  public long position() {
    return passed + 1; // the broker deletes records, and leaves the others their offsets
  }

  @Override
  public void finish(Predicate<TurnId> later) {
    FindingRun strays = new FindingRun(report);
    for (List<Seen> some : seen.values()) {
      for (Seen one : some) {
        if (one.old || progress.isLost(one.turn)) {
          report.count(AuditCount.UNPROVED_OUTPUTS);
        } else if (later.test(one.turn)) {
          lasts.remove(one.key);
        } else {
          strays.add(
              new AuditFinding(
                  one.where,
                  one.turn.lane(),
                  one.turn.number(),
                  "a record that no turn published",
                  null,
                  one.turn.toString()));
        }
      }
    }
    strays.end();
    lasts.values().stream().filter(last -> !last.there).forEach(this::missing);
  }

  private void missing(Last last) {
    if (start != null) {
      report.lostOutput(start);
      return;
    }
    if (!whole) {
      report.count(AuditCount.UNPROVED_OUTPUTS);
      return;
    }
    report.differs(where, last.entry, "the last record of a key is missing", last.turn, "nothing");
  }

  private void differs(Seen one, TurnEntry entry, String what, String expected, String found) {
    report.differs(one.where, entry, what, expected, found);
  }

  private static String identity(ConsumerRecord<byte[], byte[]> record) {
    return String.valueOf(TurnId.header(record, TurnHeaders.TURN));
  }

  private static String hex(byte[] bytes) {
    return bytes == null ? null : HexFormat.of().formatHex(bytes);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  private static String text(Headers headers) {
    List<String> all = new ArrayList<>();
    for (Header header : headers) {
      if (!header.key().equals(WireFormat.ID_HEADER)) {
        all.add(header.key() + "=" + text(header.value()) + " " + hex(header.value()));
      }
    }
    return all.toString();
  }
}
