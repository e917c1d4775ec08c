package dev.rota.app.show;

import dev.rota.app.console.Console;
import dev.rota.app.console.RootCommand;
import dev.rota.app.log.LogVerbosity;
import dev.rota.road.stream.LaneFigures;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows the board every second: in place on a terminal, otherwise as lines every few seconds. */
public final class BoardDisplay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BoardDisplay.class);
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final Console console;
  private final LiveBoard board;
  private final Supplier<Map<String, LaneFigures>> figures;
  private final List<String> banner;
  private final TerminalScreen screen;
  private final SummaryDisplay summary = new SummaryDisplay();
  private final AtomicReference<String> warning = new AtomicReference<>("");
  private final Runnable restore;
  private final long started = System.nanoTime();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  private BoardDisplay(
      Console console,
      LiveBoard board,
      Supplier<Map<String, LaneFigures>> figures,
      List<String> banner,
      boolean picture) {
    this.console = console;
    this.board = board;
    this.figures = figures;
    this.banner = banner;
    this.screen = picture ? new TerminalScreen(console.out()) : null;
    // A log line would break the screen.
    this.restore = picture ? LogVerbosity.divert(warning::set) : () -> {};
  }

  /** Returns true if the board is redrawn in place. Requested log lines need the terminal. */
  public static boolean isPicture(RootCommand root) {
    return root.console().isScreen() && root.verbosity() == 0;
  }

  /**
   * Starts the display.
   *
   * @param figures of each domain's lanes, as they are now
   * @param banner lines that stay on top
   */
  public static BoardDisplay start(
      RootCommand root,
      LiveBoard board,
      Supplier<Map<String, LaneFigures>> figures,
      List<String> banner) {
    BoardDisplay show = new BoardDisplay(root.console(), board, figures, banner, isPicture(root));
    var unused = show.timer.scheduleWithFixedDelay(show::tick, 0, 1, TimeUnit.SECONDS);
    return show;
  }

  private void tick() {
    try {
      List<BoardSection> sections = board.look(this::stand, System.nanoTime());
      if (screen == null) {
        long seconds = (System.nanoTime() - started) / SECOND_NANOS;
        for (String line : summary.lines(board.newest(), sections, seconds)) {
          console.line(line);
        }
        console.out().flush();
      } else {
        draw(sections);
      }
    } catch (IOException e) {
      // The reader has closed the pipe; the process continues.
      LOG.debug("the reader of the display is gone", e);
      timer.shutdown();
    } catch (RuntimeException e) {
      LOG.warn("the display has failed; the demo continues", e);
      timer.shutdown();
    }
  }

  private void draw(List<BoardSection> sections) throws IOException {
    Terminal terminal = Terminal.now(console.variables());
    if (terminal.front()) {
      TextTable table = new TextTable(banner, sections, warning.get(), console.colours());
      screen.draw(table.lines(terminal.columns(), terminal.rows()), terminal.rows());
    }
  }

  private SortedMap<String, LaneFigures.Lane> stand(String domain) {
    return figures.get().get(domain).ask();
  }

  @Override
  public void close() {
    timer.shutdown();
    try {
      // A drawing in progress is finished.
      if (!timer.awaitTermination(2, TimeUnit.SECONDS)) {
        LOG.debug("the display did not stop within 2 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    restore.run();
  }
}
