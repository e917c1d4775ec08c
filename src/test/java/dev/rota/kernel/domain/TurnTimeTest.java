package dev.rota.kernel.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * A broker aborts a transaction after its time-out, and the turn is taken again. So a turn's budget
 * must be sent in this time, even at 20 MiB a second.
 */
final class TurnTimeTest {
  private static final long SLOW_BYTES_PER_SECOND = 20 << 20;

  @ParameterizedTest
  @FieldSource("dev.rota.domains.Domains#ALL")
  void itsBudgetIsSentBeforeItsTransactionTimesOut(Domain domain) {
    long seconds = domain.turnBytesMax() / SLOW_BYTES_PER_SECOND;

    assertThat(seconds * 1000).isLessThanOrEqualTo(domain.turnMaxMillis());
  }
}
