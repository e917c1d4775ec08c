package dev.rota.cores.naive;

import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.naive.NaiveCores.Busy;
import dev.rota.cores.naive.NaiveCores.Held;
import dev.rota.cores.naive.NaiveCores.Waiting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The session change of the naive engine, section 6. */
final class NaiveCoresSession {
  private final NaiveCores chain;

  NaiveCoresSession(NaiveCores chain) {
    this.chain = chain;
  }

  // [6], G2, G5
  void change(Session session) {
    long oldK = chain.k();
    boolean wasRuntime = !chain.guide();
    Map<Held, Integer> wasOn = new LinkedHashMap<>();
    for (int core = 0; core < chain.cores.size(); core++) {
      Busy busy = chain.cores.get(core);
      if (busy != null && busy.held().isClaim()) {
        wasOn.put(busy.held(), core);
        chain.queue.add(new Waiting(busy.held(), chain.cursor));
        chain.cursor = (chain.cursor + 1) % oldK;
      }
    }
    chain.config = session.parameters();
    chain.sessionIndex = session.index();
    chain.sessionStart = chain.lastBlock + 1;
    chain.parachains = List.copyOf(new TreeSet<>(session.parachains()));
    chain.parathreads = List.copyOf(new TreeSet<>(session.parathreads()));
    regroup(session);
    prune(wasOn);
    if (chain.k() == 0) {
      chain.cursor = 0;
      if (!chain.guide()) {
        chain.index.clear();
      }
    } else if (!chain.guide() || chain.k() != oldK) {
      renumber();
    }
    if (chain.guide() && wasRuntime) {
      chain.index.clear();
      chain.queue.forEach(waiting -> chain.index.add(waiting.claim().para()));
      chain.scheduled.stream()
          .filter(entry -> entry.held().isClaim())
          .forEach(entry -> chain.index.add(entry.held().para()));
    }
  }

  private void regroup(Session session) {
    List<Integer> active = NaiveCoresShuffle.active(session);
    chain.active = active.size();
    int count = NaiveCoresAdmission.coresOf(session);
    chain.cores = new ArrayList<>(Collections.nCopies(count, null));
    chain.groups = new ArrayList<>();
    chain.broadGroups = new ArrayList<>();
    int next = 0;
    for (int group = 0; group < count && !active.isEmpty(); group++) {
      int size = active.size() / count + (group < active.size() % count ? 1 : 0);
      List<Integer> members = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        members.add(next++);
      }
      chain.groups.add(members);
      chain.broadGroups.add(members.stream().map(active::get).toList());
    }
  }

  private void prune(Map<Held, Integer> wasOn) {
    if (chain.k() > 0) {
      wasOn.forEach(
          (claim, core) -> chain.tell("RETURNED", claim, CoresReason.SESSION_CHANGE, core));
    } else {
      wasOn.forEach(
          (claim, core) -> chain.tell("DROPPED", claim, CoresReason.NO_PARATHREAD_CORES, core));
      chain.queue.removeIf(waiting -> wasOn.containsKey(waiting.claim()));
      wasOn.keySet().forEach(claim -> chain.index.remove(claim.para()));
    }
    for (Waiting waiting : List.copyOf(chain.queue)) {
      Held claim = waiting.claim();
      CoresReason reason = pruned(claim);
      if (reason != null) {
        chain.queue.remove(waiting);
        chain.index.remove(claim.para());
        chain.tell("DROPPED", claim, reason, null);
      }
    }
  }

  private CoresReason pruned(Held claim) {
    if (chain.k() == 0) {
      return CoresReason.NO_PARATHREAD_CORES;
    }
    if (!chain.isParathread(claim.para())) {
      return CoresReason.DEREGISTERED;
    }
    return claim.retries() > chain.config.parathreadRetries()
        ? CoresReason.RETRIES_EXHAUSTED
        : null;
  }

  private void renumber() {
    List<Waiting> anew = new ArrayList<>();
    for (Waiting waiting : chain.queue) {
      anew.add(new Waiting(waiting.claim(), anew.size() % chain.k()));
    }
    chain.queue = anew;
    chain.cursor = chain.queue.size() % chain.k();
  }
}
