package dev.rota.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Engines that pause for less than a session, and engines that come and go all the time. */
@EnabledIfSystemProperty(
    named = "rota.faults",
    matches = "long",
    disabledReason = "these take minutes: -Drota.faults=long runs them")
class MembershipFaultsIT extends Rows {
  private static final Duration SHORT = Duration.ofSeconds(4); // a session has 6
  private static final Duration STORM = Duration.ofMinutes(5);
  private static final int ENGINES = 2;

  @Test
  @Order(1)
  void f6APauseShorterThanASessionMovesNothing() throws Exception {
    int paused = arena.busyEngine();
    Set<Integer> share = arena.shareOf(paused);
    int other = arena.engine(1 - paused).log().length();
    arena.strike(share, arena.engine(paused)::freeze);
    pass(SHORT);
    arena.engine(paused).thaw();
    arena.recover();
    assertThat(arena.shareOf(paused)).isEqualTo(share);
    assertThat(arena.engine(1 - paused).log().substring(other)).doesNotContain("gained", "lost");
    conclude("F6", "engine SIGSTOP " + SHORT.toSeconds() + " s, SIGCONT: nothing moves");
  }

  @Test
  @Order(2)
  void f25WhileEnginesComeAndGoInputsAreDecided() throws Exception {
    long[] accepted = arena.producer().counts();
    long[] decided = arena.observer().counts();
    int[] left = new int[1];
    arena.strike(
        Arena.ALL,
        () -> {
          long until = System.nanoTime() + STORM.toNanos();
          while (System.nanoTime() < until) {
            int leaving = left[0]++ % ENGINES;
            arena.engine(leaving).terminate();
            arena.relaunch(leaving);
            arena.engine(leaving).ready();
          }
        });
    double share =
        (double) since(decided, arena.observer().counts())
            / since(accepted, arena.producer().counts());
    System.out.printf(
        "F25  %d engines left and joined; %.2f of the inputs decided%n", left[0], share);
    assertThat(share).isGreaterThan(0.25);
    arena.bothEngines();
    conclude("F25", left[0] + " engines leave and join in " + STORM.toMinutes() + " minutes");
  }

  private static long since(long[] before, long[] now) {
    return Arrays.stream(now).sum() - Arrays.stream(before).sum();
  }
}
