package dev.rota.bots.forecast;

import dev.rota.bots.forecast.LearnedRunningTimes.Group;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.kernel.domain.ForecastModel.Expectation;
import dev.rota.kernel.domain.ForecastModel.Memory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Learns the running times of jobs. */
final class GridMemory implements Memory<BotsState, BotsInput, BotsFact> {
  private final LearnedRunningTimes times = new LearnedRunningTimes();

  /** When jobs that run were started, epoch ms. */
  private final Map<String, Long> started = new HashMap<>();

  @Override
  public void learn(List<BotsFact> facts, long atMillis) {
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseStarted lease) {
        started.put(lease.job().name(), lease.atMillis());
      } else if (fact instanceof LeaseEnded lease) {
        Long since = started.remove(lease.job().name());
        if (since != null && lease.ending() == LeaseEnd.COMPLETED) {
          Group group = new Group(lease.job().label(), lease.cohort());
          times.add(group, lease.atMillis() - since);
        }
      }
    }
  }

  @Override
  public Expectation<BotsInput, BotsFact> expect(BotsState state, long nowMillis) {
    return new GridExpectation(state, times, nowMillis);
  }
}
