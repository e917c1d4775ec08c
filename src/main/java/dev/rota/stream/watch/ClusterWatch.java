package dev.rota.stream.watch;

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

/** Looks at the cluster now and then while a domain runs, with one admin client. */
final class ClusterWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);
  // A look that gets no answer must not delay the next ones.
  private static final int ANSWER_MILLIS = 5_000;

  private final Admin admin;
  private final ScheduledExecutorService timer;

  ClusterWatch(String domain, Map<String, Object> kafka) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    configs.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    admin = Admin.create(configs);
    timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, domain + "-watch");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Looks at this interval. A look that fails is repeated. */
  void every(Duration interval, Consumer<Admin> look) {
    var unused =
        timer.scheduleWithFixedDelay(
            () -> {
              try {
                look.accept(admin);
              } catch (KafkaException e) {
                LOG.debug("the cluster cannot be looked at", e);
              } catch (RuntimeException e) {
                LOG.warn("the cluster cannot be looked at", e);
              }
            },
            interval.toMillis(),
            interval.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  Admin admin() {
    return admin;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    admin.close(Duration.ZERO);
  }
}
