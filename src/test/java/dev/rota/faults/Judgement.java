package dev.rota.faults;

import dev.rota.faults.Evidence.Answer;
import dev.rota.faults.Evidence.Audited;
import dev.rota.faults.Evidence.Turn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The global check: what the evidence of a fault comes to. A pure function of it. */
record Judgement(
    long inputs, long turns, long answers, long lost, long doubled, List<Complaint> complaints) {
  /** An invariant that does not hold, and where. */
  record Complaint(Invariant invariant, String what) {}

  static Judgement of(Evidence evidence) {
    return new Judge(evidence).judge();
  }

  /** {@code ok}, {@code INVALID} when the row says nothing, else {@code FAILED}. */
  String word() {
    if (complaints.isEmpty()) {
      return "ok";
    }
    return complaints.stream().allMatch(one -> one.invariant.makesInvalid()) ? "INVALID" : "FAILED";
  }

  private static final class Judge {
    private final Evidence evidence;
    private final List<Complaint> complaints = new ArrayList<>();
    private long lost;
    private long doubled;

    Judge(Evidence evidence) {
      this.evidence = evidence;
    }

    Judgement judge() {
      long inputs = evidence.accepted().size();
      long turns = evidence.turns().size();
      long answers = evidence.answers().size();
      hold(inputs > 0 && turns > 0 && answers > 0, Invariant.CHECKED, "nothing was checked");
      hold(evidence.inFlight() > 0, Invariant.IN_FLIGHT, "nothing was in flight");
      hold(evidence.later() > 0, Invariant.PROGRESS, "nothing new was decided after the fault");
      inputs();
      order();
      answers();
      audit(evidence.audit());
      evidence.dead().forEach(one -> complain(Invariant.ALIVE, one));
      evidence.open().forEach(one -> complain(Invariant.CLOSED, one + " ends in a transaction"));
      return new Judgement(inputs, turns, answers, lost, doubled, List.copyOf(complaints));
    }

    private void inputs() {
      Set<String> decided = new HashSet<>();
      for (Turn turn : evidence.turns()) {
        if (turn.source() == null) {
          continue;
        }
        if (!evidence.accepted().contains(turn.source())) {
          complain(Invariant.LOST, turn + " has an input that was never sent");
        }
        if (!decided.add(turn.source())) {
          doubled++;
          complain(Invariant.DOUBLED, turn + " decides an input again");
        }
      }
      for (String source : evidence.accepted()) {
        if (!decided.contains(source)) {
          lost++;
          complain(Invariant.LOST, source + " has no turn");
        }
      }
    }

    private void order() {
      Map<String, Long> last = new HashMap<>();
      for (Turn turn : evidence.turns()) {
        long before = last.getOrDefault(turn.lane(), 0L);
        hold(turn.number() == before + 1, Invariant.ORDER, turn + " comes after " + before);
        last.put(turn.lane(), turn.number());
      }
    }

    private void answers() {
      Map<String, Integer> counts = new HashMap<>();
      for (Answer answer : evidence.answers()) {
        counts.merge(answer.source(), 1, Integer::sum);
      }
      for (String source : evidence.accepted()) {
        int count = counts.getOrDefault(source, 0);
        hold(count == 1, Invariant.ANSWERED_ONCE, source + " has " + count + " answers");
      }
      counts.keySet().removeAll(evidence.accepted());
      counts.keySet().forEach(one -> complain(Invariant.ANSWERED_ONCE, one + " was never sent"));
    }

    private void audit(Audited audit) {
      audit.findings().forEach(finding -> complain(Invariant.PROVED, finding));
      hold(audit.proved(), Invariant.PROVED, "the audit does not prove it");
      holdEqual(audit.turns(), evidence.turns().size(), "turns");
      holdEqual(audit.inputs(), evidence.accepted().size(), "inputs");
      holdEqual(audit.waiting(), 0, "waiting inputs");
      holdEqual(audit.deadLetters(), 0, "dead letters");
    }

    private void holdEqual(long audited, long seen, String what) {
      hold(
          audited == seen,
          Invariant.PROVED,
          "the audit counts " + audited + " " + what + ", not " + seen);
    }

    private void hold(boolean good, Invariant invariant, String otherwise) {
      if (!good) {
        complain(invariant, otherwise);
      }
    }

    private void complain(Invariant invariant, String what) {
      complaints.add(new Complaint(invariant, what));
    }
  }
}
