package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
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

  private static final int ITERATIONS_MAX = 400;

  private final BotsState copy;
  private final Stepper<BotsState, ?, BotsFact> stepper;
  private final Function<Heartbeat, List<BotsFact>> heard;

  GridPreview(BotsState state) {
    copy = state.copy(JOBS_MAX);
    Stepper<BotsState, BotsInput, BotsFact> goesOn =
        new Stepper<>(new BotsEngine(state.version()), copy);
    stepper = goesOn;
    heard = beat -> goesOn.decide(new Turn<>("", 0, copy.lastMillis(), beat));
  }

  /** The oldest leases of a full bot end well, until it has a free slot. */
  List<BotsFact> freed(String name) {
    Bot bot = copy.bot(name);
    List<Leased> oldest =
        bot.held().values().stream().sorted(Comparator.comparingLong(Leased::startedAt)).toList();
    Set<Leased> ended =
        oldest.stream()
            .limit(bot.held().size() - bot.profile().capacity() + 1L)
            .collect(Collectors.toSet());
    List<Report> reports = new ArrayList<>();
    for (Leased lease : oldest) {
      Reported state = ended.contains(lease) ? Reported.COMPLETED : Reported.ACTIVE;
      reports.add(new Report(lease.job().name(), state, GrpcStatus.OK, 0, lease.job().attempt()));
    }
    return heard.apply(Heartbeat.of(bot, reports));
  }

  /**
   * The facts of the first iteration that has such a fact; none if none of the next ones has.
   * Nothing else falls due: bots stay, and jobs neither end nor are given up.
   */
  List<BotsFact> until(Predicate<BotsFact> sought) {
    long settled = Engine.NEVER;
    for (int i = 0; i < ITERATIONS_MAX; i++) {
      Deadline due = AssignerPace.next(copy);
      if (due == null || (i > 0 && due.atMillis() > settled)) {
        return List.of();
      }
      List<BotsFact> facts = stepper.fire(due);
      if (facts.stream().anyMatch(sought)) {
        return facts;
      }
      if (i == 0 || facts.stream().anyMatch(LeaseStarted.class::isInstance)) {
        settled = settled(due.atMillis());
      }
    }
    return List.of();
  }

  /** By then each job has been tried with each delay behind it. Later tries find what it found. */
  private long settled(long atMillis) {
    GridPolicy policy = copy.policy();
    long delays = Math.max(policy.preempting().delay(), policy.preempting().minimumRun());
    long tries = BotsInstants.plus(policy.pacing().failureBackoff(), policy.pacing().interval());
    return BotsInstants.plus(BotsInstants.plus(atMillis, delays), BotsInstants.plus(tries, tries));
  }
}
