package dev.rota.cores.naive;

import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rules once more, as the specification words them: lists and scans, nothing clever, nothing
 * shared with the engine but its inputs. Numbers in brackets are the specification's sections.
 */
final class NaiveCores {
  static final String CHAIN = "naive";

  /** A claim, wherever it is; a parachain's entry or candidate has no collator. */
  record Held(long para, String collator, int retries) {
    boolean isClaim() {
      return collator != null;
    }
  }

  record Waiting(Held claim, long offset) {}

  record Entry(int core, Held held, int group) {}

  record Busy(Held held, long since) {}

  /** The block or claim may not happen; whatever was done so far has to be forgotten. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(CoresReason reason) {
      super(reason.name(), null, false, false); // nobody asks where, and a trace takes its time
    }
  }

  long lastBlock = -1;
  long sessionIndex = -1;
  long sessionStart;
  SessionParameters config = SessionParameters.DEFAULT;
  List<Long> parachains = List.of();
  List<Long> parathreads = List.of();
  int active;
  List<List<Integer>> groups = List.of();
  List<List<Integer>> broadGroups = List.of();
  List<Waiting> queue = new ArrayList<>();
  long cursor;
  TreeSet<Long> index = new TreeSet<>();
  List<Busy> cores = new ArrayList<>();
  List<Entry> scheduled = new ArrayList<>();
  final List<Map<String, Object>> told = new ArrayList<>();

  NaiveCores copy() {
    NaiveCores copy = new NaiveCores();
    copy.lastBlock = lastBlock;
    copy.sessionIndex = sessionIndex;
    copy.sessionStart = sessionStart;
    copy.config = config;
    copy.parachains = parachains;
    copy.parathreads = parathreads;
    copy.active = active;
    copy.groups = groups;
    copy.broadGroups = broadGroups;
    copy.queue = new ArrayList<>(queue);
    copy.cursor = cursor;
    copy.index = new TreeSet<>(index);
    copy.cores = new ArrayList<>(cores);
    copy.scheduled = new ArrayList<>(scheduled);
    return copy;
  }

  boolean guide() {
    return config.rules() == RuleSet.GUIDE;
  }

  long k() {
    return config.parathreadCores();
  }

  boolean isParathread(long para) {
    return parathreads.contains(para);
  }

  /** The current block. */
  long now() {
    return Math.max(0, lastBlock);
  }

  // [5.2]
  void claim(Claim asked) {
    if (!isParathread(asked.para())) {
      throw new Refused(CoresReason.NOT_A_PARATHREAD);
    }
    if (queue.size() >= k() * config.schedulingLookahead()) {
      throw new Refused(CoresReason.QUEUE_FULL);
    }
    if (index.contains(asked.para())) {
      throw new Refused(CoresReason.ALREADY_CLAIMED);
    }
    index.add(asked.para());
    Held claim = new Held(asked.para(), asked.collator(), 0);
    enqueue(claim);
    tell("QUEUED", claim, null, null);
  }

  // [4]
  void block(Block block) {
    NaiveCoresAdmission.check(this, block);
    lastBlock = block.number();
    NaiveCoresDiscrepancies discrepancies = new NaiveCoresDiscrepancies(this);
    if (block.frozen()) {
      discrepancies.frozen(block);
    } else {
      discrepancies.disputed(block.disputed());
      List<Freed> disputed = new ArrayList<>();
      block.disputed().stream()
          .sorted()
          .forEach(core -> disputed.add(new Freed(core, Freeing.CONCLUDED)));
      freeCores(disputed, CoresReason.DISPUTED);
      clear();
      discrepancies.freed(block.freed());
      Map<Integer, Freed> byCore = new TreeMap<>();
      block.freed().forEach(freed -> byCore.put(freed.core(), freed));
      freeCores(List.copyOf(byCore.values()), CoresReason.AVAILABLE);
      schedule(lastBlock);
      discrepancies.occupied(block.occupied());
      occupied(block.occupied());
    }
    block.session().ifPresent(discrepancies::session);
    block.session().ifPresent(session -> new NaiveCoresSession(this).change(session));
    told.add(NaiveCoresView.coreSchedule(this, block.session().isPresent()));
  }

  // [5.1]
  private void enqueue(Held claim) {
    if (k() == 0) {
      throw new Refused(CoresReason.WOULD_ABORT);
    }
    queue.add(new Waiting(claim, cursor));
    cursor = (cursor + 1) % k();
  }

  // [5.3]
  void freeCores(List<Freed> freed, CoresReason whenConcluded) {
    for (Freed one : freed) {
      Busy busy = one.core() < cores.size() ? cores.get(one.core()) : null;
      if (busy == null) {
        continue;
      }
      cores.set(one.core(), null);
      if (!busy.held().isClaim()) {
        continue;
      }
      if (one.reason() == Freeing.CONCLUDED) {
        index.remove(busy.held().para());
        tell("CONCLUDED", busy.held(), whenConcluded, one.core());
      } else {
        enqueue(busy.held());
        tell("RETURNED", busy.held(), CoresReason.TIMED_OUT, one.core());
      }
    }
  }

  // [5.4]
  void schedule(long now) {
    if (groups.isEmpty()) {
      return;
    }
    for (int core = 0; core < cores.size(); core++) {
      if (cores.get(core) != null || entry(core) != null) {
        continue;
      }
      Held next = nextOn(core);
      if (next == null) {
        continue;
      }
      if (core >= parachains.size()) {
        queue.remove(firstWaiting(core));
      }
      Integer group = NaiveCoresView.groupAssignedToCore(this, core, now);
      if (group == null) {
        throw new Refused(CoresReason.WOULD_ABORT);
      }
      int at = 0;
      while (at < scheduled.size() && scheduled.get(at).core() < core) {
        at++;
      }
      scheduled.add(at, new Entry(core, next, group));
      if (next.isClaim()) {
        tell("SCHEDULED", next, null, core);
      }
    }
  }

  /** The parachain of the core or the first claim that waits for it. */
  Held nextOn(int core) {
    if (core < parachains.size()) {
      return new Held(parachains.get(core), null, 0);
    }
    Waiting first = firstWaiting(core);
    return first == null ? null : first.claim();
  }

  private Waiting firstWaiting(int core) {
    for (Waiting waiting : queue) {
      if (waiting.offset() == core - parachains.size()) {
        return waiting;
      }
    }
    return null;
  }

  Entry entry(int core) {
    return scheduled.stream().filter(entry -> entry.core() == core).findFirst().orElse(null);
  }

  // [5.5], G4, G5
  void clear() {
    List<Entry> withdrawn = scheduled;
    scheduled = new ArrayList<>();
    for (Entry entry : withdrawn) {
      Held held = entry.held();
      if (!held.isClaim()) {
        continue;
      }
      Held again = new Held(held.para(), held.collator(), held.retries() + 1);
      if (guide() && k() == 0) {
        dropInClear(entry, CoresReason.NO_PARATHREAD_CORES);
      } else if (!isParathread(held.para())) {
        dropInClear(entry, CoresReason.DEREGISTERED);
      } else if (again.retries() > config.parathreadRetries()) {
        dropInClear(entry, CoresReason.RETRIES_EXHAUSTED);
      } else {
        enqueue(again);
        tell("RETURNED", again, CoresReason.NOT_BACKED, entry.core());
      }
    }
  }

  private void dropInClear(Entry entry, CoresReason reason) {
    if (guide()) {
      index.remove(entry.held().para());
    }
    tell("DROPPED", entry.held(), reason, entry.core());
  }

  // [5.6]
  void occupied(List<Integer> backed) {
    List<Entry> kept = new ArrayList<>();
    int pointer = 0;
    for (Entry entry : scheduled) {
      if (pointer < backed.size() && backed.get(pointer) == entry.core()) {
        cores.set(entry.core(), new Busy(entry.held(), lastBlock));
        pointer++;
        if (entry.held().isClaim()) {
          tell("OCCUPIED", entry.held(), null, entry.core());
        }
      } else {
        kept.add(entry);
      }
    }
    scheduled = kept;
  }

  void tell(String outcome, Held claim, CoresReason reason, Integer core) {
    Map<String, Object> line = line(outcome, reason == null ? null : reason.name());
    line.put("para", claim.para());
    line.put("collator", claim.collator());
    line.put("core", core == null ? null : (long) core);
    line.put("retries", (long) claim.retries());
    line.put("block", lastBlock < 0 ? null : lastBlock);
    told.add(line);
  }

  /** An outcome of nobody yet. */
  static Map<String, Object> line(String outcome, String reason) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("chain", CHAIN);
    line.put("para", null);
    line.put("collator", null);
    line.put("outcome", outcome);
    line.put("reason", reason);
    line.put("core", null);
    line.put("cores", List.of());
    line.put("retries", 0L);
    line.put("block", null);
    return line;
  }
}
