package dev.rota.cores.rules;

import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.DiscrepancyFound;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.ParaSet;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.TimeoutPredicate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reports a block's claims about cores that are not true (sections 4 and 5.3 to 5.8). There is one
 * fact per field and reason, with all its cores. Each list is judged right before its routine.
 */
final class BlockDiscrepancies {
  private static final int NAMED_MAX = 10;

  private final CoresView view;
  private final String field;
  private final String rule;
  private final Map<CoresReason, List<Integer>> cores = new EnumMap<>(CoresReason.class);

  private BlockDiscrepancies(CoresView view, String field, String rule) {
    this.view = view;
    this.field = field;
    this.rule = rule;
  }

  /** A frozen block frees and occupies nothing (section 4, step 2.1). */
  static List<CoresFact> frozen(CoresView view, Block block) {
    List<CoresFact> facts = new ArrayList<>();
    facts.addAll(frozen(view, "disputed", block.disputed()));
    facts.addAll(frozen(view, "freed", block.freed().stream().map(Freed::core).toList()));
    facts.addAll(frozen(view, "occupied", block.occupied()));
    return facts;
  }

  private static List<CoresFact> frozen(CoresView view, String field, List<Integer> cores) {
    BlockDiscrepancies found = new BlockDiscrepancies(view, field, "cores 4");
    cores.forEach(core -> found.add(CoresReason.FROZEN, core));
    return found.facts();
  }

  /** The list is walked in its order, so the first entry of a core wins (5.3). */
  static List<CoresFact> disputed(CoresView view, List<Integer> disputed) {
    BlockDiscrepancies found = new BlockDiscrepancies(view, "disputed", "cores 5.3");
    BitSet before = new BitSet();
    for (int core : disputed) {
      if (core >= view.cores()) {
        found.add(CoresReason.NO_SUCH_CORE, core);
      } else if (before.get(core)) {
        found.add(CoresReason.REPEATED, core);
      } else if (view.occupant(core) == null) {
        found.add(CoresReason.NOT_OCCUPIED, core);
      }
      if (core < view.cores()) {
        before.set(core);
      }
    }
    return found.facts();
  }

  /** The list becomes a map, so the last entry of a core wins (5.3 and 5.8). */
  static List<CoresFact> freed(CoresView view, List<Freed> freed) {
    if (freed.isEmpty()) {
      return List.of();
    }
    BlockDiscrepancies found = new BlockDiscrepancies(view, "freed", "cores 5.3");
    int[] last = new int[view.cores()];
    for (int i = 0; i < freed.size(); i++) {
      if (freed.get(i).core() < last.length) {
        last[freed.get(i).core()] = i;
      }
    }
    Optional<TimeoutPredicate> timeouts = view.availabilityTimeoutPredicate();
    for (int i = 0; i < freed.size(); i++) {
      Freed one = freed.get(i);
      if (one.core() >= last.length) {
        found.add(CoresReason.NO_SUCH_CORE, one.core());
      } else if (last[one.core()] != i) {
        found.add(CoresReason.REPEATED, one.core());
      } else if (view.occupant(one.core()) == null) {
        found.add(CoresReason.NOT_OCCUPIED, one.core());
      } else if (one.reason() == Freeing.TIMED_OUT && !timesOut(view, timeouts, one.core())) {
        found.add(CoresReason.NOT_TIMED_OUT, one.core());
      }
    }
    return found.facts();
  }

  private static boolean timesOut(CoresView view, Optional<TimeoutPredicate> timeouts, int core) {
    return timeouts.isPresent() && timeouts.get().test(core, view.occupant(core).since());
  }

  /**
   * The first core out of place blocks all later ones (5.6).
   *
   * @param done the number of leading entries that were in place
   */
  static List<CoresFact> occupied(CoresView view, List<Integer> backed, int done) {
    BlockDiscrepancies found = new BlockDiscrepancies(view, "occupied", "cores 5.6");
    for (int i = done; i < backed.size(); i++) {
      int core = backed.get(i);
      if (core >= view.cores()) {
        found.add(CoresReason.NO_SUCH_CORE, core);
      } else if (view.scheduledOn(core) == null) {
        found.add(CoresReason.NOT_SCHEDULED, core);
      } else {
        found.add(i == done ? CoresReason.NOT_ASCENDING : CoresReason.BEHIND_ANOTHER, core);
      }
    }
    return found.facts();
  }

  /** A para on both lists keeps its core, and its claims get others in the same block (6). */
  static List<CoresFact> session(CoresView view, Session session) {
    if (session.parameters().rules() == RuleSet.CORETIME) {
      return List.of(); // its lists say nothing
    }
    ParaSet parachains = ParaSet.of(session.parachains());
    ParaSet parathreads = ParaSet.of(session.parathreads());
    BlockDiscrepancies found = new BlockDiscrepancies(view, "session.parachains", "cores 6");
    for (int core = 0; core < parachains.size(); core++) {
      if (parathreads.contains(parachains.at(core))) {
        found.add(CoresReason.ALSO_A_PARATHREAD, core);
      }
    }
    return found.facts();
  }

  private void add(CoresReason reason, int core) {
    cores.computeIfAbsent(reason, _ -> new ArrayList<>()).add(core);
  }

  private List<CoresFact> facts() {
    List<CoresFact> facts = new ArrayList<>(cores.size());
    cores.forEach(
        (reason, named) -> {
          boolean believed =
              reason == CoresReason.NOT_TIMED_OUT || reason == CoresReason.ALSO_A_PARATHREAD;
          facts.add(
              new DiscrepancyFound(
                  believed,
                  reason,
                  named,
                  field + " names " + named(reason, named) + saying(reason),
                  reason == CoresReason.NOT_TIMED_OUT ? "cores 5.8" : rule,
                  view.block()));
        });
    return facts;
  }

  private static String named(CoresReason reason, List<Integer> named) {
    return reason == CoresReason.ALSO_A_PARATHREAD
        ? "the paras of core " + text(named)
        : "core " + text(named);
  }

  private static String text(List<Integer> cores) {
    String first =
        cores.stream().limit(NAMED_MAX).map(String::valueOf).collect(Collectors.joining(", "));
    int more = cores.size() - NAMED_MAX;
    return more > 0 ? first + " and " + more + " more" : first;
  }

  private String saying(CoresReason reason) {
    return switch (reason) {
      case FROZEN -> " in a frozen block: it frees and occupies nothing";
      case NO_SUCH_CORE -> ": the session in force has " + view.cores() + " cores, from 0 on";
      case REPEATED -> " more than once: the " + whichCounts() + " entry of each counts";
      case NOT_OCCUPIED -> ", which nobody occupies: there is nothing to free";
      case NOT_SCHEDULED ->
          ", which this block did not schedule: name those that it did and that were backed in it";
      case NOT_ASCENDING -> " out of order: name each core once, ascending";
      case BEHIND_ANOTHER -> " behind one that is out of place: it stays scheduled, not backed";
      case NOT_TIMED_OUT -> " as TIMED_OUT, and is believed. " + periods();
      case ALSO_A_PARATHREAD ->
          ", which parathreads names as well, and is believed: each has its core, and claims that"
              + " get others in the same block; name a para once";
      default -> throw new AssertionError(reason);
    };
  }

  private String whichCounts() {
    return field.equals("freed") ? "last" : "first";
  }

  private String periods() {
    long chain = view.parameters().chainAvailabilityPeriod();
    long thread = view.parameters().threadAvailabilityPeriod();
    return String.format(
        Locale.ROOT,
        "By the session's configuration a parachain's candidate times out after %d blocks, a"
            + " parathread's after %d, in the first %d or %d blocks of a rotation: block %d is %d"
            + " blocks into one",
        chain,
        thread,
        chain,
        thread,
        view.now(),
        view.intoRotation());
  }
}
