package dev.rota.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.lab.bench.ResourceSample;
import dev.rota.lab.bench.SoakSamples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * An hour of inputs in which an engine is killed each minute. Another one sees every kill: it takes
 * the partitions over and gives them back. What it holds must not grow.
 */
@EnabledIfSystemProperty(
    named = "rota.faults",
    matches = "soak",
    disabledReason = "this takes an hour: -Drota.faults=soak runs it")
class SoakIT extends Rows {
  private static final int MINUTES = Integer.getInteger("rota.faults.minutes", 60);
  private static final int BEAT_MILLIS = 40; // 200 inputs/s
  private static final int KILLED = 1;
  private static final int WITNESS = 0;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

  @Test
  void f32AnHourWithAKillAMinuteLeavesNothingBehind() throws Exception {
    EngineProcess witness = arena.engine(WITNESS);
    List<ResourceSample> samples = new ArrayList<>();
    arena.producer().beat(BEAT_MILLIS);
    long start = System.nanoTime();
    arena.strike(
        Arena.ALL,
        () -> {
          for (int minute = 0; minute < MINUTES; minute++) {
            arena.relaunch(KILLED);
            pass(MINUTE);
            long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
            samples.add(sample(seconds, witness));
            System.out.println("F32  " + samples.getLast());
          }
        });
    arena.bothEngines();
    conclude("F32", MINUTES + " minutes, engine kill -9 each minute");
    SoakSamples soak = new SoakSamples(samples);
    soak.courses().stream()
        .filter(course -> !course.figure().contains("iterators")) // its process does not tell them
        .forEach(course -> System.out.println("F32  " + course));
    assertThat(soak.courses()).noneMatch(SoakSamples.Course::grows);
  }

  private static ResourceSample sample(long seconds, EngineProcess engine) throws Exception {
    Path process = Path.of("/proc", Long.toString(engine.pid()));
    long resident = figure(process, "RssAnon:") >> 10; // before the collection changes it
    long decided = Arrays.stream(arena.observer().counts()).sum();
    long threads = figure(process, "Threads:");
    return new ResourceSample(
        seconds, decided, liveMiB(engine), resident, 0, open(process), threads);
  }

  private static long figure(Path process, String name) throws IOException {
    return Files.readAllLines(process.resolve("status")).stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .sum();
  }

  private static long open(Path process) throws IOException {
    try (Stream<Path> files = Files.list(process.resolve("fd"))) {
      return files.count();
    }
  }

  /** What is reachable: the histogram is of what a collection leaves. */
  private static long liveMiB(EngineProcess engine) throws Exception {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process =
        new ProcessBuilder(jcmd, Long.toString(engine.pid()), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher total = TOTAL.matcher(said);
    assertThat(total.find()).as(said).isTrue();
    return Long.parseLong(total.group(1)) >> 20;
  }
}
