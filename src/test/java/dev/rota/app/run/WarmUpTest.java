package dev.rota.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.testing.TestAlarms;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is decided to warm up is decided as real turns are, and is over when it should be. */
final class WarmUpTest {
  static List<Domain> domains() {
    return Domains.ALL;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void eachTurnIsDecidedAgainToTheSame(Domain domain) {
    assertThat(WarmUp.decide(domain)).isEqualTo(480);
  }

  @Test
  void aDomainWithoutALedgerIsNotWaitedFor() {
    assertThat(WarmUp.decide(new TestAlarms(2))).isZero();
    Thread thread = WarmUp.start(List.of(new TestAlarms(2)), Duration.ofDays(1)).thread();
    await().until(() -> !thread.isAlive());
  }

  @Test
  void itEndsByItself() {
    Thread thread = WarmUp.start(domains(), Duration.ofMillis(1)).thread();
    await().until(() -> !thread.isAlive());
  }

  @Test
  void itEndsWhenRealTurnsCome() {
    WarmUp warmUp = WarmUp.start(domains(), Duration.ofDays(1));
    assertThat(warmUp.thread().isDaemon()).isTrue();
    warmUp.end();
    await().until(() -> !warmUp.thread().isAlive());
  }
}
