package dev.rota.lab.bench;

import dev.rota.road.stream.DomainStreams;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;

/** A started application: the topology or the baseline. */
interface RunningApplication extends AutoCloseable {
  Duration START = Duration.ofMinutes(2);

  /** Waits until every task is ready. */
  void await();

  @Override
  void close();

  static RunningApplication of(DomainStreams streams) {
    return new RunningApplication() {
      @Override
      public void await() {
        try {
          streams.awaitRunning(START);
        } catch (TimeoutException | InterruptedException e) {
          throw new KafkaException("the topology did not start", e);
        }
      }

      @Override
      public void close() {
        streams.close();
      }
    };
  }

  static RunningApplication of(KafkaStreams streams) {
    CountDownLatch ready = new CountDownLatch(1);
    streams.setStateListener(
        (now, _) -> {
          if (now == KafkaStreams.State.RUNNING) {
            ready.countDown();
          }
        });
    streams.start();
    return new RunningApplication() {
      @Override
      public void await() {
        try {
          if (!ready.await(START.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new KafkaException("the pass-through did not start");
          }
        } catch (InterruptedException e) {
          throw new KafkaException("the pass-through did not start", e);
        }
      }

      @Override
      public void close() {
        streams.close(
            CloseOptions.timeout(Duration.ofSeconds(20))
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
      }
    };
  }
}
