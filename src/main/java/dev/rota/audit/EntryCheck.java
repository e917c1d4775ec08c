package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Output;
import dev.rota.ledger.Decided;
import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.ledger.OversizedInput;
import dev.rota.ledger.Page;
import dev.rota.ledger.PageWire;
import dev.rota.table.Sha256;
import dev.rota.topics.LaneKey;
import dev.rota.topics.PageHeaders;
import dev.rota.topics.TurnHeaders;
import dev.rota.topics.WireFormat;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What holds of every turn of the ledger beyond the replay: its source is of this partition, and
 * its lane belongs here. If it has a record of its own, key, headers and timestamp are the entry's.
 */
final class EntryCheck {
  private final int partition;
  private final int partitions;
  private final Set<String> inputs;
  private final SchemaIds ids;
  private final AuditReport report;
  private final Set<String> strangers = new HashSet<>();

  /** Lanes of which it is known that they belong here. */
  private final Set<String> homes = new HashSet<>();

  private final Sha256 sha = new Sha256();

  /** Checks one partition of so many. */
  EntryCheck(int partition, int partitions, Set<String> inputs, SchemaIds ids, AuditReport report) {
    this.partition = partition;
    this.partitions = partitions;
    this.inputs = inputs;
    this.ids = ids;
    this.report = report;
  }

  /** Checks the record of an entry. */
  void checkRecord(ConsumerRecord<byte[], byte[]> line, Entry entry) {
    ids.use(line, EntryWire.SCHEMA, entry);
    TurnHeaders headers = new TurnHeaders(new Decided(entry, 0, List.of(), List.of()));
    byte[] key = entry.lane().getBytes(UTF_8);
    boolean whole =
        Arrays.equals(key, line.key())
            && line.timestamp() == entry.atMillis()
            && WireFormat.bare(line.headers()).equals(headers.ofEntry());
    if (!whole) {
      AuditFinding finding = record(line, entry, headers);
      report.differs(finding);
    }
  }

  /** Returns false if the lane does not belong here, so that its inputs cannot be here either. */
  boolean check(ConsumerRecord<byte[], byte[]> line, Entry entry) {
    String strange = homes.contains(entry.lane()) ? null : strange(entry);
    if (strange != null) {
      if (strangers.add(entry.lane())) {
        report.differs(finding(line, entry, strange, null, source(entry)));
      }
      return false;
    }
    String odd = entry.source() == null ? null : odd(entry);
    if (odd != null) {
      report.differs(finding(line, entry, odd, null, source(entry)));
    }
    return true;
  }

  private AuditFinding record(
      ConsumerRecord<byte[], byte[]> line, Entry entry, TurnHeaders headers) {
    if (!entry.lane().equals(line.key() == null ? null : new String(line.key(), UTF_8))) {
      return finding(
          line,
          entry,
          "the entry's key differs",
          entry.lane(),
          line.key() == null ? "null" : new String(line.key(), UTF_8));
    }
    if (line.timestamp() != entry.atMillis()) {
      return finding(
          line,
          entry,
          "the entry's timestamp differs",
          Long.toString(entry.atMillis()),
          Long.toString(line.timestamp()));
    }
    return finding(
        line,
        entry,
        "the entry's headers differ",
        OutputRecord.told(headers.ofEntry()),
        OutputRecord.told(line.headers()));
  }

  /** Why the lane cannot be of this partition, or null. */
  private String strange(Entry entry) {
    byte[] key = entry.lane().getBytes(UTF_8);
    if (LaneKey.isLane(key)) {
      int home = LaneKey.partition(key, partitions);
      if (home != partition) {
        return "the lane belongs on partition " + home;
      }
      homes.add(entry.lane());
      return null;
    }
    boolean nobody = entry.lane().equals(LaneKey.nobody(partition));
    return nobody && entry.kind() == Entry.Kind.UNREADABLE
        ? null
        : "the entry is of no lane of this partition";
  }

  /** What is wrong with the entry's source, or null. */
  private String odd(Entry entry) {
    if (entry.source().partition() != partition || !inputs.contains(entry.source().topic())) {
      return "the entry's source is no input of this partition";
    }
    return entry.kind() == Entry.Kind.UNREADABLE && !isWhole(entry)
        ? "the entry's bytes are not those of its digest"
        : null;
  }

  /** An unreadable record is in its entry unchanged, with its key, or its stub is. */
  private boolean isWhole(Entry entry) {
    if (Output.TOO_LARGE.equals(entry.reason())) {
      return OversizedInput.read(entry.input())
          .filter(stub -> stub.source().equals(entry.source().path()))
          .isPresent();
    }
    return entry.source().isOf(sha.field(entry.key()).field(entry.input()).finish());
  }

  private static String source(Entry entry) {
    return "lane "
        + entry.lane()
        + ", source "
        + (entry.source() == null ? "none" : entry.source().path());
  }

  private static AuditFinding finding(
      ConsumerRecord<byte[], byte[]> line,
      Entry entry,
      String what,
      String expected,
      String found) {
    return new AuditFinding(
        OutputCheck.where(line), entry.lane(), entry.number(), what, expected, found);
  }

  /** Checks the record of a page: its key, headers and timestamp are the page's. */
  void checkRecord(ConsumerRecord<byte[], byte[]> line, Page page) {
    ids.use(line, PageWire.SCHEMA);
    boolean whole =
        same(line, "key", text(PageHeaders.key(page.partition())), text(line.key()))
            && same(line, "timestamp", page.atMillis(), line.timestamp());
    if (whole && !WireFormat.bare(line.headers()).equals(PageHeaders.of(page))) {
      differs(
          line,
          "the page's headers differ",
          OutputRecord.told(PageHeaders.of(page)),
          OutputRecord.told(line.headers()));
    }
  }

  private boolean same(
      ConsumerRecord<byte[], byte[]> line, String what, Object expected, Object found) {
    if (Objects.equals(expected, found)) {
      return true;
    }
    differs(
        line,
        "the page's " + what + " differs",
        Objects.toString(expected),
        Objects.toString(found));
    return false;
  }

  private void differs(
      ConsumerRecord<byte[], byte[]> line, String what, String expected, String found) {
    report.differs(new AuditFinding(OutputCheck.where(line), null, 0, what, expected, found));
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }
}
