package dev.rota.road.stream.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A beat must end, whatever the brokers do: none begins before the last one has ended. */
final class PacemakerTest {
  @Test
  void whereNobodyIsAskedNobodyIsWaitedFor() {
    assertThat(Pacemaker.first(List.of())).isCompleted();
  }

  @Test
  void oneAnswerIsEnough() {
    CompletableFuture<Integer> silent = new CompletableFuture<>();
    CompletableFuture<Integer> other = new CompletableFuture<>();
    CompletableFuture<?> first = Pacemaker.first(List.of(silent, other));
    assertThat(first).isNotDone();
    other.complete(1);
    assertThat(first).isCompleted();
    assertThat(Pacemaker.first(List.of(silent, CompletableFuture.failedFuture(new Exception()))))
        .isCompletedExceptionally();
  }
}
