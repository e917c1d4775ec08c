package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.table.Sha256;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The result of an audit of one or of all partitions. */
public final class AuditReport {
  private static final int FINDINGS_KEPT = 100;

  private final Map<String, byte[]> seals = new TreeMap<>();
  private final List<AuditFinding> findings = new ArrayList<>();
  private long differences;
  private long turns;
  private long faults;
  private long outputs;
  private long inputs;
  private long deadLetters;
  private long unprovedTurns;
  private long unprovedOutputs;
  private long unprovedInputs;
  private boolean beginningGone;
  private final Set<RetainedStart> starts = new LinkedHashSet<>();
  private long goneInputs;
  private long waitingInputs;

  /** Merges the reports of partitions. */
  public static AuditReport of(Collection<AuditReport> parts) {
    AuditReport all = new AuditReport();
    for (AuditReport part : parts) {
      all.seals.putAll(part.seals);
      part.findings.forEach(all::keep);
      all.differences += part.differences;
      all.turns += part.turns;
      all.faults += part.faults;
      all.outputs += part.outputs;
      all.inputs += part.inputs;
      all.deadLetters += part.deadLetters;
      all.unprovedTurns += part.unprovedTurns;
      all.unprovedOutputs += part.unprovedOutputs;
      all.unprovedInputs += part.unprovedInputs;
      all.beginningGone |= part.beginningGone;
      all.starts.addAll(part.starts);
      all.goneInputs += part.goneInputs;
      all.waitingInputs += part.waitingInputs;
    }
    return all;
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

  void turn(String lane, byte[] seal) {
    turns++;
    seals.put(lane, seal);
  }

  void fault() {
    faults++;
  }

  void output() {
    outputs++;
  }

  void deadLetter() {
    deadLetters++;
  }

  void input() {
    inputs++;
  }

  void unprovedTurn() {
    unprovedTurns++;
  }

  void unprovedOutput() {
    unprovedOutputs++;
  }

  void unprovedInput() {
    unprovedInputs++;
  }

  void loseBeginning(RetainedStart ledger) {
    beginningGone = true;
    starts.add(ledger);
  }

  /** Counts an output of a proved turn that its topic no longer retains. */
  void lostOutput(RetainedStart topic) {
    unprovedOutputs++;
    starts.add(topic);
  }

  void goneInput() {
    goneInputs++;
  }

  void waitingInput() {
    waitingInputs++;
  }

  /** Returns true if every turn is replayed identically and every output is as decided. */
  public boolean proved() {
    return differences == 0
        && !beginningGone
        && unprovedTurns == 0
        && unprovedOutputs == 0
        && unprovedInputs == 0;
  }

  /** The first {@value #FINDINGS_KEPT} differences, in partition order. */
  public List<AuditFinding> findings() {
    return List.copyOf(findings);
  }

  public long differences() {
    return differences;
  }

  public int lanes() {
    return seals.size();
  }

  /** Turns that were replayed identically. */
  public long turns() {
    return turns;
  }

  /** Failures of the rules in these turns, reproduced by the replay. */
  public long faults() {
    return faults;
  }

  /** Published records that are identical, without dead letters. */
  public long outputs() {
    return outputs;
  }

  public long deadLetters() {
    return deadLetters;
  }

  /** Retained inputs that are in the ledger exactly once, unchanged. */
  public long inputs() {
    return inputs;
  }

  /** Turns that could not be replayed, since the start of the lane is missing or differs. */
  public long unprovedTurns() {
    return unprovedTurns;
  }

  /** Published records whose turns are unproved, or that are no longer retained. */
  public long unprovedOutputs() {
    return unprovedOutputs;
  }

  /** Retained inputs whose ledger entries are no longer retained. */
  public long unprovedInputs() {
    return unprovedInputs;
  }

  /** Returns true if retention has deleted the start of a ledger, and perhaps whole lanes. */
  public boolean beginningGone() {
    return beginningGone;
  }

  /** The retained starts of truncated topics. Nothing before them can be proved. */
  public List<RetainedStart> starts() {
    return List.copyOf(starts);
  }

  /** Inputs of the ledger that are no longer retained. */
  public long goneInputs() {
    return goneInputs;
  }

  /** Inputs that are not decided yet. */
  public long waitingInputs() {
    return waitingInputs;
  }

  /** SHA-256 over the names and last seals of all lanes, sorted by name. */
  public String digest() {
    Sha256 sha = new Sha256();
    seals.forEach((lane, seal) -> sha.field(lane.getBytes(UTF_8)).field(seal));
    return HexFormat.of().formatHex(sha.finish());
  }
}
