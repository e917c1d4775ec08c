package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.OversizedInput;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.table.Sha256;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.LedgerFrame;
import dev.rota.road.topics.RequiredTopics;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What holds of every turn of the ledger beyond the replay: its source is of this partition, and
 * its lane belongs here.
 */
final class EntryCheck {
  private final int partition;
  private final int partitions;
  private final Set<String> inputs;
  private final SchemaIds ids;
  private final AuditReport report;
  private final Set<String> strangers = new HashSet<>();

  /** Lanes of which it is known that they belong here, or have belonged. */
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

  /** Returns false if the lane does not belong here, so that its inputs cannot be here either. */
  boolean check(ConsumerRecord<byte[], byte[]> line, TurnEntry entry) {
    String strange = homes.contains(entry.lane()) ? null : strange(line, entry);
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

  /** Why the lane cannot be of this partition, or null. */
  private String strange(ConsumerRecord<byte[], byte[]> line, TurnEntry entry) {
    byte[] key = entry.lane().getBytes(UTF_8);
    if (LaneKey.isLane(key)) {
      int home = LaneKey.partition(key, partitions);
      homes.add(entry.lane());
      return home == partition ? null : guest(line, entry, key, home);
    }
    boolean nobody = entry.lane().equals(LaneKey.nobody(partition));
    return nobody && entry.kind() == TurnEntry.Kind.UNREADABLE
        ? null
        : "the entry is of no lane of this partition";
  }

  /** It may have been at home when there were fewer partitions, and leave when there are more. */
  private String guest(ConsumerRecord<byte[], byte[]> line, TurnEntry entry, byte[] key, int home) {
    String strange = "the lane belongs on partition " + home;
    if (PartitionCountJudge.before(key, partition, partitions, to -> to == partition) == 0) {
      homes.remove(entry.lane());
      return strange;
    }
    AuditFinding unlessGone = finding(line, entry, strange, null, source(entry));
    report.moved().guest(partition, entry.lane(), unlessGone);
    return null;
  }

  /** What is wrong with the entry's source, or null. */
  private String odd(TurnEntry entry) {
    if (!inputs.contains(entry.source().topic())) {
      return "the entry's source is no input of the domain";
    }
    return entry.kind() == TurnEntry.Kind.UNREADABLE && !isWhole(entry)
        ? "the entry's bytes are not those of its digest"
        : null;
  }

  /** An unreadable record is in its entry unchanged, with its key, or its stub is. */
  private boolean isWhole(TurnEntry entry) {
    if (Output.TOO_LARGE.equals(entry.reason())) {
      return OversizedInput.read(entry.input())
          .filter(stub -> stub.source().equals(entry.source().path()))
          .isPresent();
    }
    return entry.source().isOf(sha.field(entry.key()).field(entry.input()).finish());
  }

  private static String source(TurnEntry entry) {
    return "lane "
        + entry.lane()
        + ", source "
        + (entry.source() == null ? "none" : entry.source().path());
  }

  private static AuditFinding finding(
      ConsumerRecord<byte[], byte[]> line,
      TurnEntry entry,
      String what,
      String expected,
      String found) {
    return AuditFinding.at(RequiredTopics.where(line), entry, what, expected, found);
  }

  /** Checks the record of a page: its key, headers and timestamp are the page's. */
  void checkRecord(ConsumerRecord<byte[], byte[]> line, TurnPage page) {
    ids.use(line, PageWire.schema(page));
    LedgerFrame.Difference other = LedgerFrame.of(page).difference(line);
    if (other != null) {
      report.differs(
          RequiredTopics.where(line),
          "the page's " + other.what() + (other.what().endsWith("s") ? " differ" : " differs"),
          other.expected(),
          other.found());
    }
  }
}
