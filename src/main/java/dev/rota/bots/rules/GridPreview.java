package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.Code;
import dev.rota.engine.Deadline;
import dev.rota.engine.Engine;
import dev.rota.engine.Stepper;
import dev.rota.engine.Turn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A copy of a grid that goes on by the rules: what comes is seen, not judged again. */
final class GridPreview {
  /** Jobs of one kind that are looked at. */
  private static final int JOBS_MAX = 64;

  private static final int DEADLINES_MAX = 1000;

  private final BotsState copy;
  private final Stepper<BotsState, ?, BotsFact> stepper;
  private final Function<Heartbeat, List<BotsFact>> heard;

  /**
   * Copies the grid.
   *
   * @param passes returns true for deadlines that are left out
   */
  GridPreview(BotsState state, Predicate<Deadline> passes) {
    copy = state.copy(JOBS_MAX);
    Stepper<BotsState, BotsInput, BotsFact> goesOn =
        new Stepper<>(new BotsEngine(state.version()), copy, passes);
    stepper = goesOn;
    heard = beat -> goesOn.decide(new Turn<>("", 0, copy.lastMillis(), beat));
  }

  /** The oldest leases of a full bot end well, until it has a free slot. */
  List<BotsFact> freed(String name) {
    Bot bot = copy.bot(name);
    List<Leased> oldest =
        bot.held().values().stream().sorted(Comparator.comparingLong(Leased::startedAt)).toList();
    Set<Leased> ended =
        oldest.stream().limit(bot.held().size() - bot.capacity() + 1L).collect(Collectors.toSet());
    List<Report> reports = new ArrayList<>();
    for (Leased lease : oldest) {
      Reported state = ended.contains(lease) ? Reported.COMPLETED : Reported.ACTIVE;
      reports.add(new Report(lease.job().name(), state, Code.OK, 0, lease.job().attempt()));
    }
    return heard.apply(
        new Heartbeat(
            name,
            bot.spec().session(),
            bot.spec().instance(),
            BotHealth.OK,
            bot.capacity(),
            bot.priority(),
            bot.spec().said(),
            reports,
            false,
            false));
  }

  /** The facts of the first deadline that has such a fact; none if none of the next ones has. */
  List<BotsFact> until(Predicate<BotsFact> sought) {
    for (int i = 0; i < DEADLINES_MAX; i++) {
      Deadline due = stepper.due(Engine.NEVER);
      List<BotsFact> facts = due == null ? List.of() : stepper.fire(due);
      if (due == null || facts.stream().anyMatch(sought)) {
        return facts;
      }
    }
    return List.of();
  }

  /** What is there then. */
  BotsState copy() {
    return copy;
  }
}
