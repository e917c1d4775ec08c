package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Reading;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.wire.BotsWire;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Section 5: which bot a job gets. */
class BotChoiceTest {
  static {
    GeneratedClasses.trust();
  }

  private static final int SICK = 10;

  private final Grid grid = new Grid();
  private long now;

  private void beat(String bot, BotHealth health, int capacity, Report... reports) {
    SortedProperties linux = SortedProperties.of(List.of(new PropertyPair("OSFamily", "linux")));
    grid.take(
        ++now,
        new TestBot(bot)
            .health(health)
            .capacity(capacity)
            .has(linux)
            .reports(List.of(reports))
            .beat());
  }

  private LeaseStarted job(String name) {
    Submit submit = new TestJob(name).hint("h").submit();
    return grid.take(++now, submit).stream()
        .filter(LeaseStarted.class::isInstance)
        .map(LeaseStarted.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /** A bot that has the hint, for it has run such a job. */
  private void near(String bot, BotHealth health) {
    beat(bot, BotHealth.OK, 1);
    assertThat(job("first of " + bot).bot()).isEqualTo(bot);
    beat(bot, health, 1, new Report("first of " + bot, Reported.COMPLETED, GrpcStatus.OK, 0, 1));
  }

  /** The locality strategy looks for the hint once; then capacity alone counts (V058, V059). */
  @Test
  void whereEverySampleMissesTheRoomiestBotIsTakenAndNotTheNearest() {
    BotPolicy.Builder policy =
        BotPolicy.newBuilder()
            .setGrid("grid")
            .setReading(Reading.CODE)
            .setLocalityStrategy(true)
            .setSampleSize(1)
            .setSeed(2);
    grid.take(++now, new BotsWire().read(policy.build()));
    for (int i = 0; i < SICK; i++) {
      near("sick-" + i, BotHealth.UNHEALTHY);
    }
    near("well", BotHealth.OK);
    beat("roomy", BotHealth.OK, 9);

    LeaseStarted lease = job("a");
    assertThat(lease.bot()).isEqualTo("roomy");
    assertThat(lease.found()).isEqualTo(MatchStrategy.CAPACITY);
  }
}
