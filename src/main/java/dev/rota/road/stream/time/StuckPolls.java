package dev.rota.road.stream.time;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;

/**
 * Ends polls that began before the host's clock was set back, and would last until it shows their
 * end. A record ends the poll of a thread with partitions, which then commits and closes in order.
 * A thread that gets no record is interrupted.
 */
public final class StuckPolls implements AutoCloseable {
  private static final Duration STIR = Duration.ofMillis(200);
  private static final Duration ORDERLY = Duration.ofSeconds(3);

  private final Set<String> clients;
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(2, StuckPolls::daemon);

  /**
   * Begins to end them.
   *
   * @param stir sends a record to every partition of this process
   */
  public StuckPolls(KafkaStreams streams, Runnable stir) {
    this.clients =
        streams.metadataForLocalThreads().stream()
            .map(ThreadMetadata::threadName)
            .map(name -> name.substring(0, name.lastIndexOf("-StreamThread-")))
            .collect(Collectors.toSet());
    every(STIR, Duration.ZERO, stir);
    every(STIR, ORDERLY, this::interrupt);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "stuck-polls");
    thread.setDaemon(true);
    return thread;
  }

  private void every(Duration interval, Duration first, Runnable work) {
    var _ =
        timer.scheduleWithFixedDelay(
            work, first.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void interrupt() {
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> clients.stream().anyMatch(client -> isOf(client, thread.getName())))
        .forEach(Thread::interrupt);
  }

  private static boolean isOf(String client, String thread) {
    return thread.startsWith(client + "-StreamThread-")
        || thread.startsWith(client + "-StateUpdater-");
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
