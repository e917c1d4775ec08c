package dev.rota.bots.queries;

import dev.rota.bots.model.BotsState;
import dev.rota.bots.values.CohortLabels;
import dev.rota.kernel.domain.Why.Thing;
import java.util.Objects;
import java.util.stream.Stream;

/** The bots, cohorts and jobs that a grid has. */
final class GridNames {
  private GridNames() {}

  static Stream<Thing> of(BotsState state) {
    Stream<String> said = state.policy().tenancy().cohorts().stream().map(CohortLabels::name);
    Stream<String> had = state.allBots().stream().map(bot -> bot.spec().cohort());
    return Stream.of(
            state.allBots().stream().map(bot -> new Thing(GridThings.BOT, bot.name())),
            Stream.concat(said, had)
                .filter(Objects::nonNull)
                .distinct()
                .map(cohort -> new Thing(GridThings.COHORT, cohort)),
            state.jobs().stream().map(job -> new Thing(GridThings.JOB, job.name())))
        .flatMap(some -> some);
  }
}
