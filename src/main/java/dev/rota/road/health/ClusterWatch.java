package dev.rota.road.health;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at a cluster now and then, in a thread of its own with one admin client. */
public final class ClusterWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);
  // A look that gets no answer must not delay the next ones.
  private static final int ANSWER_MILLIS = 5_000;
  private static final int PAUSE_MILLIS = 100;

  private final Admin admin;
  private final ScheduledExecutorService timer;

  /**
   * Looks at nothing yet.
   *
   * @param name of its thread
   */
  public ClusterWatch(String name, Map<String, Object> kafka) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    configs.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    admin = Admin.create(configs);
    timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Looks at this interval, from now on. A look that fails is repeated, and behind one that takes
   * long the next comes soon.
   */
  public void every(Duration interval, Consumer<Admin> look) {
    timer.execute(() -> look(interval, look));
  }

  private void look(Duration interval, Consumer<Admin> look) {
    long began = System.nanoTime();
    try {
      look.accept(admin);
    } catch (KafkaException e) {
      LOG.debug("the cluster cannot be looked at", e);
    } catch (RuntimeException e) {
      LOG.warn("the cluster cannot be looked at", e);
    }
    if (!timer.isShutdown()) {
      Duration left = interval.minusNanos(System.nanoTime() - began);
      long pause = Math.max(PAUSE_MILLIS, left.toMillis());
      var _ = timer.schedule(() -> look(interval, look), pause, TimeUnit.MILLISECONDS);
    }
  }

  public Admin admin() {
    return admin;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    admin.close(Duration.ZERO);
  }
}
