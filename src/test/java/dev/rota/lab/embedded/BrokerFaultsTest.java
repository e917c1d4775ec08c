package dev.rota.lab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Test;

class BrokerFaultsTest {
  private final AtomicInteger actions = new AtomicInteger();

  @Test
  void theFirstFatalFaultIsKept() {
    try (var faults = BrokerFaults.watch()) {
      var handler = faults.build("quorum", true, actions::incrementAndGet);
      var first = handler.handleFault("disk", new IllegalStateException("gone"));
      handler.handleFault("later", new IllegalStateException("too"));
      assertThat(faults.first()).containsSame(first);
      assertThat(first).hasMessageContaining("quorum: disk").hasRootCauseMessage("gone");
      assertThat(actions).hasValue(2);
    }
  }

  @Test
  void whoWaitsIsToldOfTheFirstFaultAtOnce() {
    try (var faults = BrokerFaults.watch()) {
      var waiting = new CompletableFuture<Void>();
      faults.fail(waiting);
      assertThat(waiting).isNotDone();
      var first =
          faults
              .build("controller", true, actions::incrementAndGet)
              .handleFault("disk", new IllegalStateException("gone"));
      assertThatThrownBy(waiting::join).hasCause(first);

      var late = new CompletableFuture<Void>();
      faults.fail(late);
      assertThatThrownBy(late::join).hasCause(first);
    }
  }

  @Test
  void aFaultTheBrokerGoesOnAfterIsNotKept() {
    try (var faults = BrokerFaults.watch()) {
      faults
          .build("metrics", false, actions::incrementAndGet)
          .handleFault("small", new IllegalStateException("fine"));
      assertThat(faults.first()).isEmpty();
      assertThat(actions).hasValue(1);
    }
  }

  @Test
  void aBrokerThatWantsToEndTheJvmIsRecordedAndTheJvmLives() {
    try (var faults = BrokerFaults.watch()) {
      Exit.halt(1, "all log dirs have failed");
      Exit.exit(2, "and again");
      assertThat(faults.first().orElseThrow())
          .hasMessageContaining("status 1")
          .hasMessageContaining("all log dirs have failed");
    }
  }
}
