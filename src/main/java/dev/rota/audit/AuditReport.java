package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Output;
import dev.rota.ledger.Entry;
import dev.rota.ledger.OversizedInput;
import dev.rota.table.Sha256;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The result of an audit of one or of all partitions. */
public final class AuditReport {
  private static final int FINDINGS_KEPT = 100;

  /**
   * The last turn of a lane in the ledger.
   *
   * @param seal of its entry
   */
  public record LaneEnd(int partition, long turn, byte[] seal) {}

  private final Map<String, byte[]> seals = new TreeMap<>();
  private final SortedMap<String, LaneEnd> lanes = new TreeMap<>();
  private final List<AuditFinding> findings = new ArrayList<>();
  private final EnumMap<Count, Long> counts = new EnumMap<>(Count.class);
  private final Set<RetainedStart> starts = new LinkedHashSet<>();
  private final Set<String> unproved = new LinkedHashSet<>();
  private final Set<String> warnings = new LinkedHashSet<>();
  private final SortedMap<Long, Long> inputsByLimit = new TreeMap<>();
  private long differences;
  private boolean beginningGone;

  /** Merges the reports of partitions of this ledger. */
  static AuditReport of(String ledger, Collection<AuditReport> parts) {
    AuditReport all = new AuditReport();
    for (AuditReport part : parts) {
      all.seals.putAll(part.seals);
      part.findings.forEach(all::keep);
      part.counts.forEach((what, count) -> all.counts.merge(what, count, Long::sum));
      all.differences += part.differences;
      all.beginningGone |= part.beginningGone;
      all.starts.addAll(part.starts);
      all.unproved.addAll(part.unproved);
      all.warnings.addAll(part.warnings);
      part.inputsByLimit.forEach(
          (limit, count) -> all.inputsByLimit.merge(limit, count, Long::sum));
      part.lanes.forEach((lane, end) -> all.join(ledger, lane, end));
    }
    return all;
  }

  private void join(String ledger, String lane, LaneEnd end) {
    LaneEnd other = lanes.put(lane, end);
    if (other != null) {
      differs(
          new AuditFinding(
              ledger + "/" + end.partition,
              lane,
              end.turn,
              "a lane is on two partitions",
              "partition " + other.partition + " alone",
              "partition " + end.partition + " as well"));
    }
  }

  void differs(AuditFinding finding) {
    differences++;
    keep(finding);
  }

  private void keep(AuditFinding finding) {
    if (findings.size() < FINDINGS_KEPT) {
      findings.add(finding);
    }
  }

  void count(Count what) {
    count(what, 1);
  }

  void count(Count what, long more) {
    counts.merge(what, more, Long::sum);
  }

  void turn(Entry entry) {
    count(Count.TURNS);
    seals.put(entry.lane(), entry.seal());
    if (Output.TOO_LARGE.equals(entry.reason())) {
      OversizedInput.read(entry.input())
          .ifPresent(stub -> inputsByLimit.merge(stub.limit(), 1L, Long::sum));
    }
  }

  /** The ledger has this entry, proved or not. */
  void saw(int partition, Entry entry) {
    lanes.put(entry.lane(), new LaneEnd(partition, entry.number(), entry.seal()));
  }

  void loseBeginning(RetainedStart ledger) {
    beginningGone = true;
    starts.add(ledger);
  }

  /** Counts an output of a proved turn that its topic no longer retains. */
  void lostOutput(RetainedStart topic) {
    count(Count.UNPROVED_OUTPUTS);
    starts.add(topic);
  }

  /** Something cannot be proved, for this reason. */
  void unproved(String why) {
    unproved.add(why);
  }

  /** Something is odd, and no difference. */
  void warn(String what) {
    warnings.add(what);
  }

  /** Returns true if every turn is replayed identically and every output is as decided. */
  public boolean proved() {
    return differences == 0
        && !beginningGone
        && unproved.isEmpty()
        && unprovedTurns() == 0
        && unprovedOutputs() == 0
        && unprovedInputs() == 0;
  }

  /** The first {@value #FINDINGS_KEPT} differences, in partition order. */
  public List<AuditFinding> findings() {
    return List.copyOf(findings);
  }

  public long differences() {
    return differences;
  }

  /** How many lanes are proved, at least in part. */
  public int lanes() {
    return seals.size();
  }

  /** The last turn of each lane in the ledger, proved or not. */
  public SortedMap<String, LaneEnd> ends() {
    return Collections.unmodifiableSortedMap(lanes);
  }

  /** How many there are of these. */
  public long total(Count what) {
    return counts.getOrDefault(what, 0L);
  }

  /** Turns that were replayed identically. */
  public long turns() {
    return total(Count.TURNS);
  }

  /** Failures of the rules in these turns, reproduced by the replay. */
  public long faults() {
    return total(Count.FAULTS);
  }

  /** Published records that are identical, without dead letters. */
  public long outputs() {
    return total(Count.OUTPUTS);
  }

  public long deadLetters() {
    return total(Count.DEAD_LETTERS);
  }

  /** Retained inputs that are in the ledger exactly once, unchanged. */
  public long inputs() {
    return total(Count.INPUTS);
  }

  /** Turns that could not be replayed, since the start of the lane is missing or differs. */
  public long unprovedTurns() {
    return total(Count.UNPROVED_TURNS);
  }

  /** Published records whose turns are unproved, or that are no longer retained. */
  public long unprovedOutputs() {
    return total(Count.UNPROVED_OUTPUTS);
  }

  /** Retained inputs that cannot be bound to an entry. */
  public long unprovedInputs() {
    return total(Count.UNPROVED_INPUTS);
  }

  /** Returns true if retention has deleted the start of a ledger, and perhaps whole lanes. */
  public boolean beginningGone() {
    return beginningGone;
  }

  /** The retained starts of truncated topics. Nothing before them can be proved. */
  public List<RetainedStart> starts() {
    return List.copyOf(starts);
  }

  /** What else cannot be proved, a sentence each. */
  public List<String> unproved() {
    return List.copyOf(unproved);
  }

  /**
   * How many inputs were not decided since they exceed {@code input.bytes.max}, by the limit that
   * the ledger says was set. Nothing else shows what was set: whoever decides anew may choose it.
   */
  public SortedMap<Long, Long> inputsByLimit() {
    return Collections.unmodifiableSortedMap(inputsByLimit);
  }

  /** What is odd and no difference, a sentence each. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Inputs of the ledger that are no longer retained. */
  public long goneInputs() {
    return total(Count.GONE_INPUTS);
  }

  /** Inputs that are not decided yet. */
  public long waitingInputs() {
    return total(Count.WAITING_INPUTS);
  }

  /** SHA-256 over the names and last seals of all lanes, sorted by name. */
  public String digest() {
    Sha256 sha = new Sha256();
    seals.forEach((lane, seal) -> sha.field(lane.getBytes(UTF_8)).field(seal));
    return HexFormat.of().formatHex(sha.finish());
  }
}
