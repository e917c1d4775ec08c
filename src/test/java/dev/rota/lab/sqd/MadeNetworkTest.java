package dev.rota.lab.sqd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.lines.Envelope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MadeNetworkTest {
  private static final Pattern ID = Pattern.compile("(\\d{10})/(\\d{10})-(\\d{10})-[0-9a-f]{8}");
  private static final long MEBIBYTE = 1 << 20;

  private static MadeNetworkShape shape(int chunks, int datasets, int batch, long seed) {
    return new MadeNetworkShape("net", chunks, 7, datasets, 1L << 40, batch, false, seed, 5000, 0);
  }

  private static List<Envelope> made(MadeNetworkShape shape) {
    List<Envelope> made = new ArrayList<>();
    new MadeNetwork(shape).forEachRemaining(made::add);
    return made;
  }

  private static List<Envelope> of(List<Envelope> made, String topic) {
    return made.stream().filter(one -> one.topic().equals(topic)).toList();
  }

  @Test
  void equalShapesMakeEqualEventsAndAnotherSeedMakesOthers() {
    assertThat(made(shape(300, 5, 50, 1))).isEqualTo(made(shape(300, 5, 50, 1)));
    assertThat(made(shape(300, 5, 50, 1))).isNotEqualTo(made(shape(300, 5, 50, 2)));
  }

  @Test
  void thenEveryWorkerPingsEachMinute() {
    MadeNetworkShape one = shape(10, 1, 50, 1);
    MadeNetworkShape live = new MadeNetworkShape("net", 10, 7, 1, 1L << 40, 50, false, 1, 5000, 2);
    List<Envelope> still = made(one);
    List<Envelope> made = made(live);
    assertThat(made.subList(0, still.size())).isEqualTo(still);
    List<Envelope> more = made.subList(still.size(), made.size());
    assertThat(more).hasSize(14).allMatch(ping -> ping.topic().equals("worker-pings"));
    assertThat(more.subList(0, 7)).allMatch(ping -> millis(ping) == 65_000);
    assertThat(more.subList(7, 14)).allMatch(ping -> millis(ping) == 125_000);
  }

  @Test
  void aPolicyThenThePingsThenTheListingsThenALastPing() {
    List<Envelope> made = made(shape(300, 5, 50, 1));
    assertThat(made.get(0).topic()).isEqualTo("chunks-policies");
    assertThat(made.get(0).value().path("weights").toString())
        .isEqualTo(
            "{\"s3://chain-0\":1,\"s3://chain-1\":2,\"s3://chain-2\":1,\"s3://chain-3\":3,"
                + "\"s3://chain-4\":12}");
    assertThat(made.subList(1, 8)).allMatch(one -> one.topic().equals("worker-pings"));
    Set<String> workers = new HashSet<>();
    made.subList(1, 8).forEach(one -> workers.add(one.value().path("worker").textValue()));
    assertThat(workers).hasSize(7).allMatch(name -> name.startsWith("12D3KooW"));
    assertThat(made.subList(8, made.size() - 1))
        .isNotEmpty()
        .allMatch(one -> one.topic().equals("chunk-listings"))
        .isSortedAccordingTo((a, b) -> Long.compare(millis(a), millis(b)))
        .allMatch(one -> millis(one) >= 5000 && millis(one) <= 5200);
    Envelope last = made.get(made.size() - 1);
    assertThat(last.value()).isEqualTo(made.get(1).value());
    assertThat(millis(last)).isEqualTo(6000);
    assertThat(made).allMatch(one -> one.key().orElseThrow().equals("net"));
  }

  @Test
  void allRecordsOfTheListingCarryItsIdAndTheirNumberAndOneAloneNeedsNone() {
    List<Envelope> parts = of(made(shape(300, 5, 50, 1)), "chunk-listings");
    assertThat(parts).hasSizeGreaterThan(5);
    for (int part = 0; part < parts.size(); part++) {
      JsonNode value = parts.get(part).value();
      assertThat(value.path("listing").textValue()).isEqualTo("made-1-5000");
      assertThat(value.path("part").intValue()).isEqualTo(part);
      assertThat(value.path("parts").intValue()).isEqualTo(parts.size());
      assertThat(value.has("replace")).isFalse();
    }
    JsonNode alone = of(made(shape(30, 1, 50, 1)), "chunk-listings").get(0).value();
    assertThat(alone.has("listing")).isFalse();
  }

  private static long millis(Envelope one) {
    return one.timestamp().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"0,3,10", "1,1,1", "5,9,2", "300,5,50", "2001,10,1000", "7000,1,999"})
  void everyDatasetsBlocksAreContiguousAndItsIdsAscendAndSizesAreAsThere(
      int chunks, int datasets, int batch) {
    Map<String, Long> next = new HashMap<>();
    Map<String, String> before = new HashMap<>();
    long count = 0;
    for (Envelope listing : of(made(shape(chunks, datasets, batch, 3)), "chunk-listings")) {
      String dataset = listing.value().path("dataset").textValue();
      assertThat(listing.value().path("added").size()).isBetween(1, batch);
      for (JsonNode chunk : listing.value().path("added")) {
        Matcher id = ID.matcher(chunk.path("chunk").textValue());
        assertThat(id.matches()).as("%s", chunk).isTrue();
        long first = Long.parseLong(id.group(2));
        assertThat(first).isEqualTo(next.getOrDefault(dataset, 0L));
        assertThat(Long.parseLong(id.group(1))).isLessThanOrEqualTo(first);
        assertThat(Long.parseLong(id.group(3))).isGreaterThan(first);
        next.put(dataset, Long.parseLong(id.group(3)) + 1);
        assertThat(id.group()).isGreaterThan(before.getOrDefault(dataset, ""));
        before.put(dataset, id.group());
        assertThat(chunk.path("bytes").asLong()).isBetween(50 * MEBIBYTE, 300 * MEBIBYTE - 1);
        count++;
      }
    }
    assertThat(count).isEqualTo(chunks);
    assertThat(next).hasSizeLessThanOrEqualTo(datasets);
  }
}
