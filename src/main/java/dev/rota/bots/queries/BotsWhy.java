package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.values.CohortLabels;
import dev.rota.kernel.domain.Why;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Says why jobs and their operations, bots and cohorts of a grid are as they are. */
public final class BotsWhy implements Why<BotsState, BotsFact> {
  /** To sort more names than these would hold the lane up for one who sees some of them. */
  private static final int SORTED_MAX = 20_000;

  @Override
  public List<String> kinds() {
    return GridThings.ALL;
  }

  @Override
  public Optional<Reason> now(Thing thing, BotsState state, long atMillis) {
    return switch (thing.kind()) {
      case GridThings.JOB -> {
        Job job = state.job(thing.id());
        yield job == null ? Optional.empty() : Optional.of(JobNow.of(state, job, atMillis));
      }
      case GridThings.BOT -> {
        Bot bot = state.bot(thing.id());
        yield bot == null ? Optional.empty() : Optional.of(BotNow.of(state, bot));
      }
      case GridThings.COHORT -> CohortNow.of(state, thing.id());
      case GridThings.OPERATION -> OperationReasons.now(thing.id(), state, atMillis);
      default -> Optional.empty();
    };
  }

  /** Why it is so costs more than that it is there. */
  @Override
  public boolean has(Thing thing, BotsState state, long atMillis) {
    return switch (thing.kind()) {
      case GridThings.JOB -> state.job(thing.id()) != null;
      case GridThings.BOT -> state.bot(thing.id()) != null;
      case GridThings.OPERATION -> state.operation(thing.id()) != null;
      default -> now(thing, state, atMillis).isPresent();
    };
  }

  @Override
  public Stream<Thing> names(BotsState state) {
    return Stream.<Supplier<Stream<Thing>>>of(
            () -> state.allBots().stream().map(bot -> GridThings.bot(bot.name())),
            () -> cohorts(state).map(GridThings::cohort),
            () -> state.jobs(SORTED_MAX).map(job -> GridThings.job(job.name())))
        .flatMap(Supplier::get);
  }

  private static Stream<String> cohorts(BotsState state) {
    return Stream.concat(
            state.policy().tenancy().cohorts().stream().map(CohortLabels::name),
            state.allBots().stream().map(bot -> bot.spec().cohort()))
        .filter(Objects::nonNull)
        .distinct();
  }

  @Override
  public String headline(List<BotsFact> facts) {
    return GridHeadline.of(facts);
  }

  @Override
  public List<Reason> decided(Thing thing, BotsState before, List<BotsFact> facts) {
    return switch (thing.kind()) {
      case GridThings.JOB -> JobDecided.of(thing.id(), before, facts);
      case GridThings.BOT -> BotDecided.of(thing.id(), before, facts);
      case GridThings.COHORT -> CohortDecided.of(thing.id(), before, facts);
      case GridThings.OPERATION -> OperationReasons.decided(thing.id(), before, facts);
      default -> List.of();
    };
  }
}
