package dev.rota.app.show;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Main;
import dev.rota.app.console.Console;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.app.show.LiveBoard.Row;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.BoardFigures;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Traffic;
import dev.rota.road.stream.LaneFigures;
import dev.rota.shards.EndOfLease;
import dev.rota.shards.EndReason;
import dev.rota.shards.ShardAssignment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the demo finds out what to show, and where it draws it. */
class BoardDisplayTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void everyDomainHasTrafficForADemonstration() {
    for (Domain<?, ?, ?> domain : Domains.ALL) {
      String lane = domain.traffic().lanes().get(0);
      Traffic.Event first = domain.traffic().demonstration(lane, 1).next();
      assertThat(domain.wire().lane(first.record())).isEqualTo(lane);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "xterm-256color, true, 0, true",
    "xterm-256color, false, 0, false",
    "dumb, true, 0, false",
    "'', true, 0, false",
    "xterm, true, 1, false"
  })
  void aPictureIsForTerminalsThatCanDrawOneAndForWhoWantsNoLogThere(
      String term, boolean terminal, int verbosity, boolean picture) {
    var console =
        new Console(
            InputStream.nullInputStream(),
            new ByteArrayOutputStream(),
            new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
            Map.of("TERM", term),
            terminal,
            terminal);
    RootCommand root = new RootCommand(console);
    Main.line(root).parseArgs(verbosity == 0 ? new String[] {"dev"} : new String[] {"dev", "-v"});
    assertThat(BoardDisplay.isPicture(root)).isEqualTo(picture);
  }

  @Test
  void whatLiesOnTheTerminalCanBeScrolledBackToAndDrawingsLieOnEachOther() throws IOException {
    var out = new ByteArrayOutputStream();
    TerminalScreen screen = new TerminalScreen(out);
    screen.draw(List.of("one", "two"), 4);
    String first = out.toString(UTF_8);
    assertThat(first).startsWith("\r\n".repeat(4) + "\033[?25l\033[?7l\033[H");
    out.reset();
    screen.draw(List.of("three"), 4);
    String again = out.toString(UTF_8);
    assertThat(again)
        .isEqualTo("\033[?25l\033[?7l\033[H\033[Kthree\r\n\033[J\033[?7h\033[?25h")
        .as("the cursor and the wrap of lines are as before");
    assertThat(first).endsWith("\033[?7h\033[?25h");
  }

  @ParameterizedTest
  @CsvSource({
    "'50 200\n', '1 (java) S 2 7 7 34816 7 4', 200, 50, true",
    "'50 200\n', '1 (ja (v) a) S 2 7 7 34816 9 4', 200, 50, false",
    "'0 0\n', '', 132, 43, true",
    "'', '', 132, 43, true",
    "'stty: no', 'x', 132, 43, true"
  })
  void theTerminalIsAskedAtEachDrawing(
      String size, String process, int columns, int rows, boolean front) {
    Map<String, String> variables = Map.of("COLUMNS", "132", "LINES", "43");
    assertThat(Terminal.of(size, process, variables)).isEqualTo(new Terminal(columns, rows, front));
    assertThat(Terminal.of("", "", Map.of("COLUMNS", "0"))).isEqualTo(new Terminal(80, 24, true));
  }

  @Test
  void ratesAreThoseOfTheLastTenSeconds() {
    GrowthRate rate = new GrowthRate();
    assertThat(rate.perSecond(0, 0)).isZero();
    assertThat(rate.perSecond(0, 1000)).as("kept from before").isZero();
    assertThat(rate.perSecond(2 * SECOND, 1010)).isEqualTo(5);
    assertThat(rate.perSecond(12 * SECOND, 1110)).isEqualTo(10);
    assertThat(rate.perSecond(22 * SECOND, 1110)).isZero();
  }

  @Test
  void theBoardKnowsWhatBeganLastAndHowFast() {
    Domain<?, ?, ?> shards = NameLookup.domain("shards");
    LiveBoard board = new LiveBoard(List.of(shards));
    var stands =
        new TreeMap<>(Map.of("devnet", new LaneFigures.Lane(7, new BoardFigures(3, "t", 1, "l"))));
    board.look(any -> stands, 0);
    board.assigned("shards", lease("0xa1", null));
    board.assigned("shards", lease("0xa2", null));
    board.assigned("shards", lease("0xa1", new EndOfLease(EndReason.QUANTUM)));
    stands.put("devnet", new LaneFigures.Lane(17, new BoardFigures(5, "t", 2, "l")));
    board.look(any -> stands, SECOND);
    board.assigned("shards", lease("0xa3", null));
    BoardSection section = board.look(any -> stands, 2 * SECOND).get(0);
    Row lane = section.lanes().get(0);
    assertThat(lane.name()).isEqualTo("devnet");
    assertThat(lane.last()).contains("0xa3");
    assertThat(lane.turnsPerSecond()).isEqualTo(5);
    assertThat(lane.assignedPerSecond()).as("the end of a lease is none").isEqualTo(1);
    assertThat(section.all().figures()).isEqualTo(new BoardFigures(5, "t", 2, "l"));
    assertThat(section.latest()).hasSize(3);
    assertThat(section.latest().get(2)).contains("0xa1");
  }

  private static ShardAssignment lease(String shard, EndOfLease end) {
    return ShardAssignment.newBuilder()
        .setPool("devnet")
        .setShard(shard)
        .setWorker("w")
        .setEpoch(1)
        .setCycle(1)
        .setAt(0)
        .setEndOfLease(end)
        .setTransactions(List.of())
        .build();
  }

  @Test
  void elsewhereTheFirstAssignmentsAreShownAndALineEveryFiveSeconds() {
    SummaryDisplay summary = new SummaryDisplay();
    BoardSection cores =
        new BoardSection(
            new Row(
                "cores", 3, 2.96, new BoardFigures(4, "claims", 85, "cores"), "polkadot block 9"),
            List.of(),
            List.of());
    BoardSection bots = new BoardSection(new Row("bots", 0, 0, null, ""), List.of(), List.of());
    List<BoardSection> both = List.of(cores, bots);
    assertThat(summary.lines(Map.of(), both, 0)).isEmpty();
    assertThat(summary.lines(Map.of("cores", "polkadot block 0"), both, 1))
        .containsExactly("polkadot block 0");
    assertThat(summary.lines(Map.of("cores", "polkadot block 1"), both, 4)).isEmpty();
    assertThat(summary.lines(Map.of("cores", "polkadot block 2", "bots", "job-1"), both, 5))
        .containsExactly("job-1", "5 s: cores 3.0 assigned/s, 4 claims wait; bots 0.0 assigned/s");
    assertThat(summary.lines(Map.of(), both, 9)).isEmpty();
    assertThat(summary.lines(Map.of(), both, 11)).hasSize(1);
  }
}
