package dev.rota.road.stream.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.rota.alarms.AlarmDomain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Patience;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** An engine starts on a cluster that is slow to answer. */
class PacemakerIT {
  private static final AlarmDomain ALARMS = new AlarmDomain();

  private final Logger log = (Logger) LoggerFactory.getLogger(Pacemaker.class);
  private final Queue<String> said = new ConcurrentLinkedQueue<>();
  private final AppenderBase<ILoggingEvent> listener =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
          said.add(line.getFormattedMessage());
        }
      };

  @BeforeEach
  void listen() {
    log.setLevel(Level.INFO);
    listener.start();
    log.addAppender(listener);
  }

  @AfterEach
  void listenNoMore() {
    log.detachAppender(listener);
    log.setLevel(null);
  }

  @Test
  void aBrokerThatDoesNotSayItsTimeAtOnceIsAskedAgain() throws Exception {
    try (TestCluster cluster = TestCluster.start()) {
      Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
      ClusterClock clock = new ClusterClock(System::nanoTime, System::currentTimeMillis);
      CompletableFuture<Pacemaker> starting =
          CompletableFuture.supplyAsync(
              () ->
                  Pacemaker.start(
                      ALARMS,
                      kafka,
                      "rota-alarms",
                      clock,
                      new TaskPulses(),
                      Duration.ofMillis(100)),
              Thread::startVirtualThread);
      // As long as the broker does not know the topic of time, it has no answer.
      await()
          .failFast(starting::isDone)
          .until(() -> said.stream().anyMatch(line -> line.contains("asking again")));
      assertThat(starting).isNotDone();
      try (Admin admin = Admin.create(kafka)) {
        MissingTopics.create(admin, RequiredTopics.of(ALARMS), 1, (short) 1);
      }
      starting.get(Patience.MAX.toMillis(), TimeUnit.MILLISECONDS).close();
    }
  }
}
