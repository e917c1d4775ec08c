package dev.rota.serving.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which metrics of Kafka's are told. */
final class KafkaNamesTest {
  private static final Pattern GROUP = Pattern.compile("(?m)^\\| `(kafka_[a-z_]+_)` \\| (.*) \\|$");
  private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");

  @Test
  void theUsefulOnesAreOnThePage() throws IOException {
    Set<String> told = new TreeSet<>();
    GROUP
        .matcher(Files.readString(Path.of("docs/metrics.md")))
        .results()
        .forEach(
            group ->
                NAME.matcher(group.group(2))
                    .results()
                    .forEach(name -> told.add(counted(group.group(1) + name.group(1)))));
    assertThat(told)
        .isEqualTo(
            KafkaNames.names().stream()
                .map(name -> counted(name.replace('.', '_')))
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** Prometheus has a counter's name end so, whether Kafka's own does or not. */
  private static String counted(String name) {
    return name.replaceFirst("_total$", "");
  }

  @Test
  void othersOfKafkaAreLeftOutAndNothingElse() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    registry.config().meterFilter(KafkaNames.useful());
    registry.counter("kafka.stream.thread.process.rate");
    registry.counter("kafka.rota.time.deadlines.overdue.ms");
    registry.counter("kafka.producer.io.wait.ratio");
    registry.counter("kafka.stream.processor.node.process.rate");
    registry.counter("jvm.threads.live");
    assertThat(registry.getMeters())
        .extracting(meter -> meter.getId().getName())
        .containsExactlyInAnyOrder(
            "kafka.stream.thread.process.rate",
            "kafka.rota.time.deadlines.overdue.ms",
            "jvm.threads.live");
  }
}
