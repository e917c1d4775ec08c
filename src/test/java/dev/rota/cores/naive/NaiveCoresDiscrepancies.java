package dev.rota.cores.naive;

import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.naive.NaiveCores.Busy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What a block says that is not so: [4] of a frozen one everything, [5.3] of freed and disputed
 * cores those that nobody occupies, [5.6] of occupied ones all from the first that is out of place;
 * and [5.8] a time-out that the predicate denies, which happens nevertheless.
 */
final class NaiveCoresDiscrepancies {
  /** In the order in which they are told. */
  private static final List<CoresReason> REASONS =
      List.of(
          CoresReason.FROZEN,
          CoresReason.NO_SUCH_CORE,
          CoresReason.REPEATED,
          CoresReason.NOT_OCCUPIED,
          CoresReason.NOT_SCHEDULED,
          CoresReason.NOT_ASCENDING,
          CoresReason.BEHIND_ANOTHER,
          CoresReason.NOT_TIMED_OUT,
          CoresReason.ALSO_A_PARATHREAD);

  private static final List<CoresReason> BELIEVED =
      List.of(CoresReason.NOT_TIMED_OUT, CoresReason.ALSO_A_PARATHREAD);

  private final NaiveCores chain;

  NaiveCoresDiscrepancies(NaiveCores chain) {
    this.chain = chain;
  }

  void frozen(Block block) {
    tell(block.disputed(), _ -> CoresReason.FROZEN);
    tell(coresOf(block.freed()), _ -> CoresReason.FROZEN);
    tell(block.occupied(), _ -> CoresReason.FROZEN);
  }

  /** Before any of them is freed; in a list that is walked in order, the first word counts. */
  void disputed(List<Integer> cores) {
    tell(
        cores,
        i -> {
          int core = cores.get(i);
          if (core >= chain.cores.size()) {
            return CoresReason.NO_SUCH_CORE;
          }
          if (cores.subList(0, i).contains(core)) {
            return CoresReason.REPEATED;
          }
          return chain.cores.get(core) == null ? CoresReason.NOT_OCCUPIED : null;
        });
  }

  /** When the disputed ones are free already; in a map, the last word on a core counts. */
  void freed(List<Freed> freed) {
    List<Integer> cores = coresOf(freed);
    tell(
        cores,
        i -> {
          int core = cores.get(i);
          if (core >= chain.cores.size()) {
            return CoresReason.NO_SUCH_CORE;
          }
          if (cores.subList(i + 1, cores.size()).contains(core)) {
            return CoresReason.REPEATED;
          }
          Busy busy = chain.cores.get(core);
          if (busy == null) {
            return CoresReason.NOT_OCCUPIED;
          }
          boolean denied =
              freed.get(i).reason() == Freeing.TIMED_OUT
                  && !Boolean.TRUE.equals(NaiveCoresView.timesOut(chain, core, busy.since()));
          return denied ? CoresReason.NOT_TIMED_OUT : null;
        });
  }

  /** When the block is scheduled, and nothing of it occupied yet. */
  void occupied(List<Integer> cores) {
    int taken = 0;
    int last = -1;
    while (taken < cores.size()
        && cores.get(taken) > last
        && chain.entry(cores.get(taken)) != null) {
      last = cores.get(taken);
      taken++;
    }
    int stall = taken;
    tell(
        cores,
        i -> {
          if (i < stall) {
            return null;
          }
          if (cores.get(i) >= chain.cores.size()) {
            return CoresReason.NO_SUCH_CORE;
          }
          if (chain.entry(cores.get(i)) == null) {
            return CoresReason.NOT_SCHEDULED;
          }
          return i == stall ? CoresReason.NOT_ASCENDING : CoresReason.BEHIND_ANOTHER;
        });
  }

  /** Before the session applies: a para is a parachain or a parathread, and has one core. */
  void session(Session session) {
    List<Long> chains = List.copyOf(new TreeSet<>(session.parachains()));
    tell(
        IntStream.range(0, chains.size()).boxed().toList(),
        core ->
            session.parathreads().contains(chains.get(core))
                ? CoresReason.ALSO_A_PARATHREAD
                : null);
  }

  /** What is said of the core at a place in the list, or null when it is so. */
  private interface Judge {
    CoresReason of(int place);
  }

  /** One outcome a reason; one core has a field of its own. */
  private void tell(List<Integer> cores, Judge judge) {
    for (CoresReason reason : REASONS) {
      List<Object> named = new ArrayList<>();
      for (int i = 0; i < cores.size(); i++) {
        if (judge.of(i) == reason) {
          named.add((long) cores.get(i));
        }
      }
      if (!named.isEmpty()) {
        Map<String, Object> line =
            NaiveCores.line(BELIEVED.contains(reason) ? "DISAGREED" : "IGNORED", reason.name());
        line.put("core", named.size() == 1 ? named.get(0) : null);
        line.put("cores", named);
        line.put("block", chain.lastBlock);
        chain.told.add(line);
      }
    }
  }

  private static List<Integer> coresOf(List<Freed> freed) {
    return freed.stream().map(Freed::core).toList();
  }
}
