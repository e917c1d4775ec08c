package dev.rota.lab.verbs.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Main;
import dev.rota.app.console.Console;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.verbs.dev.DemoDisplay.DemoAssignments;
import dev.rota.shards.EndOfLease;
import dev.rota.shards.EndReason;
import dev.rota.shards.ShardAssignment;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the demo finds out what to show, and where it draws it. */
class DemoDisplayTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void everyDomainHasTrafficForADemonstration() {
    for (Domain domain : Domains.ALL) {
      String lane = DomainTraffic.of(domain).lanes().get(0);
      Traffic.Event first = DomainTraffic.of(domain).demonstration(lane, 1).next();
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
    assertThat(DemoDisplay.isScreen(root)).isEqualTo(picture);
  }

  @Test
  void theNewestStartOfAnAssignmentIsShownForEachDomain() {
    DemoAssignments assignments =
        new DemoAssignments(List.of(NameLookup.domain("cores"), NameLookup.domain("shards")));
    assertThat(assignments.newest())
        .containsExactly("cores: nothing is assigned yet", "shards: nothing is assigned yet");

    assignments.add("shards", lease("0xa1", null));
    assignments.add("shards", lease("0xa2", null));
    assignments.add("shards", lease("0xa1", new EndOfLease(EndReason.QUANTUM)));

    assertThat(assignments.newest().get(0)).isEqualTo("cores: nothing is assigned yet");
    assertThat(assignments.newest().get(1)).startsWith("devnet: shard 0xa2 runs block");
  }

  @Test
  void elsewhereTheFirstAssignmentsAreShownAndALineEveryFiveSeconds() {
    DemoAssignments assignments =
        new DemoAssignments(List.of(NameLookup.domain("cores"), NameLookup.domain("shards")));
    assertThat(assignments.lines(0)).isEmpty();

    assignments.add("shards", lease("0xa1", null));
    assertThat(assignments.lines(SECOND)).singleElement().asString().contains("0xa1");
    assignments.add("shards", lease("0xa2", null));
    assertThat(assignments.lines(4 * SECOND)).isEmpty();
    for (int i = 0; i < 10; i++) {
      assignments.add("shards", lease("0xa3", null));
      assignments.add("shards", lease("0xa3", new EndOfLease(EndReason.QUANTUM)));
    }
    assertThat(assignments.lines(5 * SECOND))
        .containsExactly("5 s: cores 0.0 assigned/s; shards 2.8 assigned/s");
    assertThat(assignments.lines(9 * SECOND)).isEmpty();
    assertThat(assignments.lines(11 * SECOND)).hasSize(1);
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
}
