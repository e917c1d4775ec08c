package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.values.RulesVersion;
import dev.rota.bots.wire.BotsWire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A grid without a policy: after how long of silence a bot is lost. */
class KeepaliveTest {
  private static final long MINUTE = 60_000;

  static {
    GeneratedClasses.trust();
  }

  private static long keepalive(Grid grid) {
    return grid.state().policy().limits().keepalive();
  }

  private static void say(Grid grid, BotPolicy.Builder policy) {
    grid.take(1, new BotsWire().read(policy.setGrid("grid").build()));
  }

  @Test
  void aNewGridLosesABotAfterAMinute() {
    Grid grid = new Grid();
    assertThat(keepalive(grid)).isEqualTo(MINUTE);
    say(grid, BotPolicy.newBuilder());
    assertThat(keepalive(grid)).as("what a policy leaves out").isEqualTo(MINUTE);
  }

  /** Bots that are silent for minutes are not lost by an upgrade. */
  @ParameterizedTest
  @EnumSource(
      value = RulesVersion.class,
      names = {"SECOND", "THIRD"})
  void aGridOfOlderRulesHasTenMinutesAndKeepsThemWhenItAdopts(RulesVersion version) {
    Grid grid = new Grid(version);
    assertThat(keepalive(grid)).isEqualTo(10 * MINUTE);
    grid.adopt();
    assertThat(keepalive(grid)).isEqualTo(10 * MINUTE);
    grid.rebuild();
    assertThat(keepalive(grid)).isEqualTo(10 * MINUTE);
    say(grid, BotPolicy.newBuilder());
    assertThat(keepalive(grid)).as("from the next policy on").isEqualTo(MINUTE);
  }

  /** A policy that says what holds anyway has no row of its own. */
  @Test
  void whatWasSaidStaysSaid() {
    Grid grid = new Grid(RulesVersion.THIRD);
    say(grid, BotPolicy.newBuilder().setKeepaliveMs(10 * MINUTE));
    grid.adopt();
    assertThat(keepalive(grid)).isEqualTo(10 * MINUTE);

    grid = new Grid(RulesVersion.THIRD);
    say(grid, BotPolicy.newBuilder().setKeepaliveMs(5000L));
    grid.adopt();
    assertThat(keepalive(grid)).isEqualTo(5000);
  }
}
