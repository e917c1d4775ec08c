package dev.rota.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.bench.follow.LaneQuestion;
import dev.rota.lab.bench.follow.WhyBench;
import dev.rota.lab.bench.follow.WhyBench.Took;
import dev.rota.lab.embedded.TestCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark of questions, small: it finds things of every part of a lane, and is answered. */
class WhyBenchIT {
  private static final Domain BOTS =
      Domains.ALL.stream().filter(one -> one.name().equals("bots")).findFirst().orElseThrow();
  private static final int TURNS = 2_000;

  @TempDir private Path dir;

  @Test
  void thingsOfEveryPartAreFoundAndAskedAbout() {
    try (TestCluster cluster = TestCluster.start()) {
      asked(BOTS, cluster);
    }
  }

  private void asked(Domain domain, TestCluster cluster) {
    Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
    BenchmarkLoad load = new BenchmarkLoad(TURNS, 1, 1, 1, 1);
    try (RoadBench bench =
        new RoadBench(domain, kafka, Map.of(), cluster.registryUrl(), dir, load)) {
      bench.createTopics();
      assertThat(bench.fill(TURNS / 2, _ -> {})).isEqualTo(TURNS / 2);
      bench.road(_ -> {});
      assertThat(bench.fill(TURNS / 2, _ -> {})).isEqualTo(TURNS);
      bench.road(_ -> {});
    }
    WhyBench why = new WhyBench(domain, kafka, RoadBench.FIRST_LANE);
    List<LaneQuestion> questions = why.questions();
    assertThat(questions).extracting(LaneQuestion::where).contains("end", "middle", "beginning");
    for (LaneQuestion question : questions) {
      Took took = why.ask(question);
      assertThat(took.turns()).isEqualTo(question.turn() == null ? turns(took) : question.turn());
      assertThat(took.reading()).isPositive().isLessThan(took.seconds());
    }
  }

  /** Nothing is kept here, so a question about the end decides all inputs, and ticks. */
  private static long turns(Took took) {
    return Math.max(TURNS, took.turns());
  }
}
