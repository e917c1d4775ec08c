package dev.rota.lab.verbs.dev;

import dev.rota.app.console.Console;
import dev.rota.app.console.RootCommand;
import dev.rota.app.follower.FollowerClient;
import dev.rota.app.log.LogVerbosity;
import dev.rota.app.show.GrowthRate;
import dev.rota.app.top.TopScreen;
import dev.rota.kernel.domain.Domain;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows what the demo assigns. On a terminal it is what {@code rota top} shows, with the newest
 * assignment of each domain. Elsewhere it is the first assignment of each domain, and then a line
 * every few seconds.
 */
final class DemoDisplay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DemoDisplay.class);
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long LINE_SECONDS = 5;

  private final Console console;
  private final List<String> banner;

  /** Null: lines. */
  private final TopScreen screen;

  private final DemoAssignments assignments;
  private final AtomicReference<String> warning = new AtomicReference<>("");
  private final Runnable restore;
  private final long started = System.nanoTime();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  /** What the domains have assigned. Thread-safe. */
  static final class DemoAssignments {
    private final Map<String, DomainCount> domains = new LinkedHashMap<>();
    private long due = LINE_SECONDS;

    private static final class DomainCount {
      private final Domain domain;
      private final GrowthRate rate = new GrowthRate();
      private long count;
      private String newest;
      private boolean told;

      DomainCount(Domain domain) {
        this.domain = domain;
      }
    }

    DemoAssignments(List<Domain> shown) {
      shown.forEach(domain -> domains.put(domain.name(), new DomainCount(domain)));
    }

    /** Takes a record of an assignments topic. Only starts of assignments count. */
    synchronized void add(String domain, SpecificRecord record) {
      DomainCount of = domains.get(domain);
      if (of.domain.wire().begins(record)) {
        of.count++;
        of.newest = of.domain.wire().tell(record);
      }
    }

    /** The newest of each domain. */
    synchronized List<String> newest() {
      return domains.entrySet().stream()
          .map(
              one ->
                  one.getValue().newest == null
                      ? one.getKey() + ": nothing is assigned yet"
                      : one.getValue().newest)
          .toList();
    }

    /** The lines that are due after this time. */
    synchronized List<String> lines(long nanos) {
      List<String> lines = new ArrayList<>();
      for (DomainCount one : domains.values()) {
        if (one.newest != null && !one.told) {
          one.told = true;
          lines.add(one.newest);
        }
      }
      // Each second, since a rate is measured between two looks.
      String rates =
          domains.entrySet().stream()
              .map(one -> one.getKey() + " " + perSecond(one.getValue(), nanos) + " assigned/s")
              .collect(Collectors.joining("; "));
      long seconds = nanos / SECOND_NANOS;
      if (seconds >= due) {
        due = seconds + LINE_SECONDS;
        lines.add(seconds + " s: " + rates);
      }
      return lines;
    }

    private static String perSecond(DomainCount one, long nanos) {
      return String.format(Locale.ROOT, "%.1f", one.rate.perSecond(nanos, one.count));
    }
  }

  private DemoDisplay(
      RootCommand root, DemoAssignments assignments, String follower, List<String> banner) {
    this.console = root.console();
    this.banner = banner;
    this.assignments = assignments;
    this.screen =
        isScreen(root)
            ? TopScreen.ofAllLanes(console, new FollowerClient(URI.create(follower)))
            : null;
    // A log line would break the screen.
    this.restore = screen == null ? () -> {} : LogVerbosity.divert(warning::set);
  }

  /** Returns true if it is redrawn in place. Requested log lines need the terminal. */
  static boolean isScreen(RootCommand root) {
    return root.console().isScreen() && root.verbosity() == 0;
  }

  /**
   * Shows it until closed.
   *
   * @param follower the address of the page
   * @param banner lines that stay on top of a screen
   */
  static DemoDisplay start(
      RootCommand root, DemoAssignments assignments, String follower, List<String> banner) {
    DemoDisplay display = new DemoDisplay(root, assignments, follower, banner);
    var _ = display.timer.scheduleWithFixedDelay(display::show, 0, 1, TimeUnit.SECONDS);
    return display;
  }

  private void show() {
    try {
      if (screen == null) {
        for (String line : assignments.lines(System.nanoTime() - started)) {
          console.line(line);
        }
        console.out().flush();
      } else {
        screen.ask();
        screen.draw(banner, below());
      }
    } catch (IOException e) {
      // The reader has closed the pipe; the process continues.
      end();
      LOG.debug("the reader of the display is gone", e);
    } catch (RuntimeException e) {
      end();
      LOG.warn("the display has failed; the demo continues", e);
    }
  }

  /** Draws no more, so log lines go where they went before. */
  private void end() {
    timer.shutdown();
    restore.run();
  }

  private List<String> below() {
    List<String> lines = new ArrayList<>();
    if (!warning.get().isEmpty()) {
      lines.add(warning.get());
    }
    lines.addAll(assignments.newest());
    return lines;
  }

  @Override
  public void close() {
    timer.shutdown();
    try {
      // A drawing in progress is finished.
      if (!timer.awaitTermination(2, TimeUnit.SECONDS)) {
        LOG.debug("the display did not stop within 2 s");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    restore.run();
  }
}
