package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.OversizedInput;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.OtherRules;
import dev.rota.kernel.table.Sha256;
import dev.rota.road.kept.AuditStart;
import dev.rota.road.logs.RetainedStart;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The result of an audit of one or of all partitions. */
public final class AuditReport {
  private static final int FINDINGS_KEPT = 100;

  /** The last turn of a lane in the ledger. */
  public record LaneEnd(int partition, long turn) {}

  /**
   * The last page of a partition.
   *
   * @param seal that it has
   */
  public record PageSeal(long number, byte[] seal) {}

  private final List<AuditStart> begun = new ArrayList<>();
  private final Map<String, LaneEnd> proved = new TreeMap<>();
  private final SortedMap<Integer, PageSeal> pages = new TreeMap<>();
  private final SortedMap<String, LaneEnd> lanes = new TreeMap<>();
  private final List<AuditFinding> findings = new ArrayList<>();

  /** Of one number each: to add to it in place is cheaper than to make a new one for each turn. */
  private final EnumMap<AuditCount, long[]> counts = new EnumMap<>(AuditCount.class);

  private final Set<RetainedStart> starts = new LinkedHashSet<>();
  private final Set<String> unproved = new LinkedHashSet<>();
  private final Set<String> warnings = new LinkedHashSet<>();
  private final SortedMap<Long, Long> inputsByLimit = new TreeMap<>();
  private final OtherRules otherRules = new OtherRules();
  private final MovedLanes moved = new MovedLanes();
  private long differences;
  private boolean beginningGone;

  /** Merges the reports of partitions of this ledger. */
  static AuditReport of(String ledger, Collection<AuditReport> parts) {
    AuditReport all = new AuditReport();
    Map<Stand, LaneEnd> proved = new LinkedHashMap<>();
    Map<Stand, LaneEnd> ended = new LinkedHashMap<>();
    for (AuditReport part : parts) {
      all.begun.addAll(part.begun);
      all.moved.merge(part.moved, part);
      part.proved.forEach(
          (lane, end) -> proved.merge(new Stand(end.partition, lane), end, (_, is) -> is));
      part.lanes.forEach(
          (lane, end) -> ended.merge(new Stand(end.partition, lane), end, (_, is) -> is));
      all.pages.putAll(part.pages);
      part.findings.forEach(all::keep);
      part.counts.forEach((what, count) -> all.count(what, count[0]));
      all.differences += part.differences;
      all.beginningGone |= part.beginningGone;
      all.starts.addAll(part.starts);
      all.unproved.addAll(part.unproved);
      all.warnings.addAll(part.warnings);
      part.inputsByLimit.forEach((limit, some) -> all.inputsByLimit.merge(limit, some, Long::sum));
      all.otherRules.merge(part.otherRules);
    }
    // What has left a partition has its end on another.
    Predicate<Stand> here = at -> !all.moved.isGone(at.partition, at.lane);
    ended.keySet().stream().filter(here).forEach(at -> all.join(ledger, at.lane, ended.get(at)));
    proved.keySet().stream().filter(here).forEach(at -> all.proved.put(at.lane, proved.get(at)));
    return all;
  }

  /** A lane on a partition. */
  private record Stand(int partition, String lane) {}

  /** What is known of lanes that move between partitions. */
  MovedLanes moved() {
    return moved;
  }

  private void join(String ledger, String lane, LaneEnd end) {
    LaneEnd other = lanes.put(lane, end);
    if (other != null && other.partition != end.partition) {
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

  /** Something differs that is no single turn's. */
  void differs(String where, String what, String expected, String found) {
    differs(AuditFinding.at(where, what, expected, found));
  }

  /** Something of a turn differs. */
  void differs(String where, TurnEntry turn, String what, String expected, String found) {
    differs(AuditFinding.at(where, turn, what, expected, found));
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

  void count(AuditCount what) {
    count(what, 1);
  }

  void count(AuditCount what, long more) {
    counts.computeIfAbsent(what, _ -> new long[1])[0] += more;
  }

  /** This turn is proved. */
  void turn(TurnEntry entry) {
    count(AuditCount.TURNS);
    if (entry.kind() == TurnEntry.Kind.ADOPT) {
      count(AuditCount.ADOPTIONS);
    }
    if (entry.kind() == TurnEntry.Kind.LEAVE) {
      count(AuditCount.MOVES);
    }
    if (Output.TOO_LARGE.equals(entry.reason())) {
      OversizedInput.read(entry.input())
          .ifPresent(stub -> inputsByLimit.merge(stub.limit(), 1L, Long::sum));
    }
  }

  /** The last turn that the ledger has of a lane, proved or not. */
  void ended(String lane, LaneEnd end) {
    lanes.put(lane, end);
  }

  /** The last turn of a lane that is proved. */
  void proved(String lane, LaneEnd end) {
    proved.put(lane, end);
  }

  /** The ledger has this page. */
  void saw(int partition, long number, byte[] seal) {
    pages.put(partition, new PageSeal(number, seal));
  }

  /** The audit begins with a kept checkpoint. */
  void begin(AuditStart checkpoint) {
    begun.add(checkpoint);
  }

  /** The kept checkpoints with which it began. Earlier turns are not verified. */
  public List<AuditStart> begun() {
    return List.copyOf(begun);
  }

  /** This turn is not replayed. */
  void unproved(ReplayVerdict.Unproved turn) {
    TurnEntry entry = turn.entry();
    switch (turn.reason()) {
      case LOST, LEFT_OUT -> count(AuditCount.UNPROVED_TURNS);
      case OLD_RULES -> {
        count(AuditCount.SEALED_TURNS);
        otherRules.sealed(entry.rules());
      }
      case AFTER_OLD_RULES -> count(AuditCount.TURNS_AFTER_SEALED);
      case UNKNOWN_RULES -> {
        count(AuditCount.UNKNOWN_TURNS);
        otherRules.unknown(Math.max(entry.rules(), entry.rulesAfter()));
      }
    }
  }

  void loseBeginning(RetainedStart ledger) {
    beginningGone = true;
    starts.add(ledger);
  }

  /** Counts an output of a proved turn that its topic no longer retains. */
  void lostOutput(RetainedStart topic) {
    count(AuditCount.UNPROVED_OUTPUTS);
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

  /** Returns true if all turns and outputs are as decided, from {@link #begun} on if it is some. */
  public boolean proved() {
    return differences == 0
        && !beginningGone
        && unproved.isEmpty()
        && unprovedTurns() == 0
        && otherRules.isEmpty()
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
    return proved.size();
  }

  /** The last turn of each lane in the ledger, proved or not. */
  public SortedMap<String, LaneEnd> ends() {
    return Collections.unmodifiableSortedMap(lanes);
  }

  /** The last page of each partition. */
  public SortedMap<Integer, PageSeal> pages() {
    return Collections.unmodifiableSortedMap(pages);
  }

  /** How many there are of these. */
  public long total(AuditCount what) {
    return counts.containsKey(what) ? counts.get(what)[0] : 0;
  }

  /** Turns that were replayed identically. */
  public long turns() {
    return total(AuditCount.TURNS);
  }

  /** Failures of the rules in these turns, reproduced by the replay. */
  public long faults() {
    return total(AuditCount.FAULTS);
  }

  /** Published records that are identical, without dead letters. */
  public long outputs() {
    return total(AuditCount.OUTPUTS);
  }

  public long deadLetters() {
    return total(AuditCount.DEAD_LETTERS);
  }

  /** Retained inputs that are in the ledger exactly once, unchanged. */
  public long inputs() {
    return total(AuditCount.INPUTS);
  }

  /** Turns that could not be replayed, since the start of the lane is missing or differs. */
  public long unprovedTurns() {
    return total(AuditCount.UNPROVED_TURNS);
  }

  /** Rules in the ledger that this program cannot run. */
  public OtherRules otherRules() {
    return otherRules;
  }

  /** Published records whose turns are unproved, or that are no longer retained. */
  public long unprovedOutputs() {
    return total(AuditCount.UNPROVED_OUTPUTS);
  }

  /** Retained inputs that cannot be bound to an entry. */
  public long unprovedInputs() {
    return total(AuditCount.UNPROVED_INPUTS);
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
    return total(AuditCount.GONE_INPUTS);
  }

  /** Inputs that are not decided yet. */
  public long waitingInputs() {
    return total(AuditCount.WAITING_INPUTS);
  }

  /** SHA-256 over all proved lanes with their last turns, and over the last pages' seals. */
  public String digest() {
    Sha256 sha = new Sha256();
    // A third field was the seal that a turn of 0.1 had. Anchors have the digest with it.
    proved.forEach(
        (lane, end) -> sha.field(lane.getBytes(UTF_8)).field(number(end.turn())).field(null));
    pages.forEach((partition, page) -> sha.number(partition).field(page.seal()));
    return HexFormat.of().formatHex(sha.finish());
  }

  private static byte[] number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }
}
