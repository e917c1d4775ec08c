package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput.Cancel;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.TenancySettings;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 12: who joins whom, once instances with equal jobs have become one pool. */
class JoiningTest {
  private final Grid grid = new Grid();
  private long now = 1000;

  private BotsFact submit(String job, String instance) {
    Submit submit = new TestJob(job).instance(instance).action("x").submit();
    return grid.take(++now, submit).get(0);
  }

  private void pools(List<List<String>> pools) {
    TenancySettings tenancy = new TenancySettings(List.of(), List.of(), pools, null);
    grid.take(++now, new Change(Tenants.of(GridPolicy.DEFAULT, tenancy), List.of()));
  }

  private void joins(String instance, String whom) {
    String name = "j" + now;
    assertThat(submit(name, instance))
        .isInstanceOfSatisfying(JobJoined.class, one -> assertThat(one.job()).isEqualTo(whom));
    grid.take(++now, new Cancel(name));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theOldestThatLivesIsJoined(boolean restarted) {
    submit("a", "i");
    submit("b", "k");
    submit("c", "l");
    pools(List.of(List.of("l", "k", "i")));
    if (restarted) {
      grid.rebuild();
    }
    joins("l", "a");
    grid.take(++now, new Cancel("b"));
    joins("k", "a");
    grid.take(++now, new Cancel("a"));
    joins("i", "c");
    grid.take(++now, new Cancel("c"));
    assertThat(submit("d", "i")).isInstanceOf(JobQueued.class);
    joins("k", "d");
  }
}
