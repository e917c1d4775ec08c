package dev.rota.testing;

import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** How long tests wait that say nothing else. A machine with other work takes its time. */
public final class Patience implements BeforeAllCallback {
  public static final Duration MAX =
      Duration.ofSeconds(Integer.getInteger("rota.patience.seconds", 600));

  /**
   * An environment in which commands wait as long for a cluster that works. Without it they say
   * after seconds that Kafka does not answer (exit code 69), which is true of a busy machine.
   */
  public static final Map<String, String> OF_COMMANDS =
      Map.of(
          "ROTA_KAFKA_REQUEST_TIMEOUT_MS", "120000",
          "ROTA_ADMIN_DEFAULT_API_TIMEOUT_MS", "240000",
          "ROTA_CONSUMER_DEFAULT_API_TIMEOUT_MS", "240000",
          "ROTA_PRODUCER_MAX_BLOCK_MS", "240000",
          "ROTA_PRODUCER_DELIVERY_TIMEOUT_MS", "240000");

  private static final Duration LOOK_FIRST = Duration.ofMillis(100);
  private static final Duration LOOK_MAX = Duration.ofMillis(600);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(MAX);
    Awaitility.setDefaultPollInterval(
        IterativePollInterval.iterative(Patience::longer, LOOK_FIRST));
  }

  /** A look costs much more than a glance at a field: most ask a broker or run a command. */
  private static Duration longer(Duration before) {
    Duration next = before.multipliedBy(3).dividedBy(2);
    return next.compareTo(LOOK_MAX) < 0 ? next : LOOK_MAX;
  }
}
