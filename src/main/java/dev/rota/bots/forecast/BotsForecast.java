package dev.rota.bots.forecast;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.ClientOperation;
import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.Why.Thing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** When jobs get a bot. */
public final class BotsForecast implements ForecastModel<BotsState, BotsInput, BotsFact> {
  private static final String JOB = "job";

  @Override
  public List<String> kinds() {
    return List.of(JOB);
  }

  /** A client knows its operation alone, which may have joined another's job. */
  @Override
  public Thing named(Thing thing, BotsState state) {
    Job job =
        state.job(thing.id()) == null ? state.operation(ClientOperation.inGrid(thing.id())) : null;
    return job == null ? thing : new Thing(JOB, job.name());
  }

  @Override
  public Optional<Place> place(Thing thing, BotsState state) {
    Job job = thing.kind().equals(JOB) ? state.job(thing.id()) : null;
    return job == null ? Optional.empty() : Optional.of(place(job));
  }

  private static Place place(Job job) {
    return switch (job.state()) {
      case Leased lease -> {
        String since = Instant.ofEpochMilli(lease.startedAt()).toString();
        yield new Place(Stage.STARTED, "runs on bot " + lease.bot().name() + " since " + since);
      }
      case Over over -> new Place(Stage.OVER, "is over: " + over.standing());
      case Queued _ -> new Place(Stage.WAITS, "waits");
    };
  }

  @Override
  public List<Thing> waiting(String kind, BotsState state, int most) {
    return state.jobs().stream()
        .filter(job -> job.state() instanceof Queued)
        .limit(most)
        .map(job -> new Thing(JOB, job.name()))
        .toList();
  }

  @Override
  public List<Start> starts(BotsFact fact, long atMillis) {
    return fact instanceof LeaseStarted lease
        ? List.of(
            new Start(new Thing(JOB, lease.job().name()), "bot " + lease.bot(), lease.atMillis()))
        : List.of();
  }

  @Override
  public Memory<BotsState, BotsInput, BotsFact> memory() {
    return new GridMemory();
  }
}
