package dev.rota.lab.verbs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import dev.rota.testing.NotRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportSwfTest {
  private static final String NASA = "NASA-iPSC-1993-3.1-cln.swf.gz";

  @TempDir private Path dir;

  /** Two processors; the second of job 2 comes after job 1, job 3 after the first of job 2. */
  private static final String SMALL =
      "; MaxProcs: 2\n; UnixStartTime: 1000\n"
          + job(1, 0, 10, 1, 1)
          + job(2, 0, 20, 2, 1)
          + job(3, 5, 5, 1, 1);

  static String job(long number, long submit, long run, int processors, int status) {
    return "%d %d -1 %d %d -1 -1 -1 -1 -1 %d 1 1 %d 0 -1 -1 -1%n"
        .formatted(number, submit, run, processors, status, number % 3);
  }

  @Test
  void figuresAreThoseReckonedByHand() throws IOException {
    JsonNode figures = json(0, file(SMALL));
    assertThat(figures.path("ok").asBoolean()).isTrue();
    assertThat(figures.path("offline").asBoolean()).isTrue();
    assertThat(figures.path("jobs").asInt()).isEqualTo(3);
    assertThat(figures.path("slots").asInt()).isEqualTo(4);
    assertThat(figures.path("leases").asInt()).isEqualTo(4);
    assertThat(figures.path("bots").asInt()).isEqualTo(2);
    JsonNode waits = figures.path("waitingMs"); // 0, 10 s and 15 s
    assertThat(waits.path("mean").asDouble()).isEqualTo(25_000 / 3.0, within(1e-6));
    assertThat(waits.path("p50").asLong()).isEqualTo(10_000);
    assertThat(waits.path("p99").asLong()).isEqualTo(15_000);
    assertThat(waits.path("max").asLong()).isEqualTo(15_000);
    assertThat(figures.path("makespanMs").asLong()).isEqualTo(30_000);
    assertThat(figures.path("utilisation").asDouble()).isEqualTo(55 / 60.0, within(1e-9));
  }

  /** As editors and some archives write it: a mark, partitions in parentheses, half seconds. */
  @Test
  void aTraceOfDecimalsIsPlayedToTheMillisecond() throws IOException {
    String trace =
        """
        \uFEFF; MaxProcs: 2 (1, 1)
        1 5.5 0 10.25 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1
        """;
    Path events = dir.resolve("events.jsonl");
    json(0, file(trace), "--save", events.toString());

    assertThat(Files.readString(events))
        .contains("\"timestamp\":5500,")
        .contains("\"timestamp\":15750,")
        .contains("\"timeoutMs\":20000");
    assertThat(json(0, file(trace)).path("bots").asInt()).isEqualTo(2);
  }

  @Test
  void moreBotsWaitLess() throws IOException {
    JsonNode figures = json(0, file(SMALL), "--bots", "4");
    assertThat(figures.path("waitingMs").path("max").asLong()).isZero();
    assertThat(figures.path("makespanMs").asLong()).isEqualTo(20_000);
  }

  @Test
  void equalTracesGetEqualLeases() throws IOException {
    Path trace = file(random(11, 300));
    JsonNode one = json(0, trace);
    JsonNode other = json(0, trace, "--grid", "another");
    JsonNode different = json(0, file(random(12, 300)));
    assertThat(one.path("waitingMs").path("max").asLong()).as("it is crowded").isPositive();
    assertThat(other.path("digest")).isEqualTo(one.path("digest"));
    assertThat(other.path("waitingMs")).isEqualTo(one.path("waitingMs"));
    assertThat(different.path("digest")).isNotEqualTo(one.path("digest"));
  }

  /** The text is told after the JSON is made: whoever asks second gets the same. */
  @Test
  void theTextTellsTheDigestOfTheJson() throws IOException {
    Path trace = file(random(11, 30));
    String digest = json(0, trace).path("digest").asText();
    assertThat(Ran.rota("import", "swf", trace.toString()).out())
        .contains("digest       " + digest);
    String another = Ran.rota("import", "swf", file(random(12, 30)).toString()).out();
    assertThat(another).contains("digest       ").doesNotContain(digest);
  }

  @Test
  void aGzipFileThatEndsTooEarlyIsNamed() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(random(11, 300).getBytes(StandardCharsets.ISO_8859_1));
    }
    for (int length : List.of(5, zipped.size() / 2, zipped.size() - 4)) {
      Path cut = dir.resolve("cut" + length + ".gz");
      Files.write(cut, Arrays.copyOf(zipped.toByteArray(), length));
      Ran ran = Ran.rota("import", "swf", cut.toString());
      assertThat(ran.code()).isEqualTo(74);
      assertThat(ran.err()).contains("cannot read " + cut, "gzip", "copy or download it again");
    }
  }

  @Test
  void savedEventsAreForTheSimulator() throws IOException {
    Path events = dir.resolve("events.jsonl");
    JsonNode figures = json(0, file(SMALL), "--save", events.toString());
    Ran simulated = Ran.rota("simulate", "bots", "--file", events.toString());
    assertThat(simulated.err()).isEmpty();
    assertThat(simulated.code()).isZero();
    assertThat(simulated.lines())
        .filteredOn(line -> line.contains("\"state\":\"ACTIVE\""))
        .hasSize(figures.path("leases").asInt());
    assertThat(simulated.out()).doesNotContain("REFUSED");
  }

  @Test
  void badLinesAreToldAndTheOthersPlayed() throws IOException {
    Path trace = file(SMALL + "4 6 nonsense\n" + job(5, 7, -1, 1, 5) + job(6, 8, 1, 3, 0));
    Ran ran = Ran.rota("import", "swf", trace.toString());
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("line 6: has 3 fields, a job has 18");
    assertThat(ran.out())
        .contains("NOT ALL PLAYED, offline")
        .contains("jobs         4, of 7 processors")
        .contains("1 lines could not be read")
        .contains("1 lines are of jobs that never ran")
        .contains("1 jobs have more processors than there are bots");
  }

  @Test
  void whatIsMissingIsSaid() throws IOException {
    Ran noBots = Ran.rota("import", "swf", file(job(1, 0, 1, 1, 1)).toString());
    assertThat(noBots.code()).isEqualTo(2);
    assertThat(noBots.err()).contains("neither MaxProcs nor MaxNodes", "--bots N");
    Ran noFile = Ran.rota("import", "swf", "/nonexistent.swf");
    assertThat(noFile.code()).isEqualTo(74);
    Ran noBroker = Ran.rota("import", "swf", file(SMALL).toString(), "--speed", "10");
    assertThat(noBroker.code()).isEqualTo(2);
    assertThat(noBroker.err()).contains("--speed needs a broker");
  }

  @Test
  void theFirstJobsOfTheNasaTraceStartAtOnce() throws IOException {
    Path trace = Path.of(System.getProperty("rota.data", "../shared/data"), NASA);
    NotRun.unless(
        Files.exists(trace), "there is no " + trace + "; name its folder with -Drota.data");
    JsonNode figures = json(0, trace, "--limit", "500");
    assertThat(figures.path("jobs").asInt()).isEqualTo(500);
    assertThat(figures.path("bots").asInt()).isEqualTo(128);
    assertThat(figures.path("leases").asInt()).isEqualTo(figures.path("slots").asInt());
    assertThat(figures.path("neverStarted").asInt()).isZero();
  }

  private static String random(long seed, int jobs) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder trace = new StringBuilder("; MaxProcs: 8\n");
    long submit = 0;
    for (int number = 1; number <= jobs; number++) {
      submit += random.nextInt(12);
      trace.append(job(number, submit, random.nextInt(20), 1 + random.nextInt(6), 1));
    }
    return trace.toString();
  }

  private Path file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(dir, "trace", ".swf"), text);
  }

  private static JsonNode json(int code, Path trace, String... more) throws IOException {
    List<String> words = List.of("import", "swf", trace.toString(), "-o", "json");
    Ran ran = Ran.rota(Stream.concat(words.stream(), Arrays.stream(more)).toArray(String[]::new));
    assertThat(ran.code()).as(ran.err()).isEqualTo(code);
    return new ObjectMapper().readTree(ran.out());
  }
}
