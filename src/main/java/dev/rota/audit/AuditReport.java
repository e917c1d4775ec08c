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

/** What an audit found, of one partition or of all. */
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

  /** All of them together. */
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

  /** An output of a proved turn is older than what its topic still holds. */
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

  /** Every turn decided to the same, and everything published was what was decided. */
  public boolean proved() {
    return differences == 0
        && !beginningGone
        && unprovedTurns == 0
        && unprovedOutputs == 0
        && unprovedInputs == 0;
  }

  /** The first of them, in the order of each partition. */
  public List<AuditFinding> findings() {
    return List.copyOf(findings);
  }

  public long differences() {
    return differences;
  }

  public int lanes() {
    return seals.size();
  }

  /** Turns decided again, to the same. */
  public long turns() {
    return turns;
  }

  /** Faults of the rules in those turns, that are in the ledger and were met again. */
  public long faults() {
    return faults;
  }

  /** Published records that are as decided, dead letters not counted. */
  public long outputs() {
    return outputs;
  }

  public long deadLetters() {
    return deadLetters;
  }

  /** Retained inputs that are in the ledger, once and unchanged. */
  public long inputs() {
    return inputs;
  }

  /** Turns that could not be decided, since the lane's beginning is gone or broken. */
  public long unprovedTurns() {
    return unprovedTurns;
  }

  /** Published records that belong to no proved turn, or are retained no more. */
  public long unprovedOutputs() {
    return unprovedOutputs;
  }

  /** Retained inputs whose ledger entries are retained no more. */
  public long unprovedInputs() {
    return unprovedInputs;
  }

  /** Whether retention has taken the head of a ledger, and perhaps whole lanes with it. */
  public boolean beginningGone() {
    return beginningGone;
  }

  /** Where the logs begin that are not whole, and before which nothing is proved. */
  public List<RetainedStart> starts() {
    return List.copyOf(starts);
  }

  /** Inputs of the ledger that their topic retains no more. */
  public long goneInputs() {
    return goneInputs;
  }

  /** Inputs on their topic that no turn has taken yet. */
  public long waitingInputs() {
    return waitingInputs;
  }

  /** One digest for all: SHA-256 over every lane's name and last seal, by name. */
  public String digest() {
    Sha256 sha = new Sha256();
    seals.forEach((lane, seal) -> sha.field(lane.getBytes(UTF_8)).field(seal));
    return HexFormat.of().formatHex(sha.finish());
  }
}
