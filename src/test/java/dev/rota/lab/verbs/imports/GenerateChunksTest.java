package dev.rota.lab.verbs.imports;

import static dev.rota.app.Ran.rota;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.Ran;
import dev.rota.base.samples.SamplePeerIds;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GenerateChunksTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String[] SMALL = {
    "generate", "chunks", "--chunks", "300", "--workers", "9", "--batch", "40", "--seed", "4"
  };

  @Test
  void equalFlagsPrintEqualBytes() {
    Ran one = rota(SMALL);
    assertThat(one.code()).isZero();
    assertThat(one.err()).isEmpty();
    assertThat(rota(SMALL).out()).isEqualTo(one.out());
    assertThat(rota("generate", "chunks", "--chunks", "300", "--seed", "5").out())
        .isNotEqualTo(one.out());
  }

  @Test
  void theSimulatorMakesOneGenerationOfItAll() throws IOException {
    Ran simulated =
        rota(Map.of("ROTA_HOME", "/nonexistent"), rota(SMALL).out(), "simulate", "chunks");
    assertThat(simulated.code()).isZero();
    assertThat(simulated.out()).doesNotContain("REFUSED");
    assertThat(simulated.lines()).filteredOn(line -> line.contains("\"NetworkStatus\"")).hasSize(1);
    JsonNode status = null;
    for (String line : simulated.lines()) {
      JsonNode event = JSON.readTree(line).path("value").path("event");
      status = event.has("NetworkStatus") ? event.path("NetworkStatus") : status;
    }
    assertThat(status).isNotNull();
    int chunks = 0;
    for (JsonNode dataset : status.path("datasets")) {
      chunks += dataset.path("chunks").asInt();
    }
    assertThat(chunks).isEqualTo(300);
    assertThat(status.path("workers")).hasSize(9);
    assertThat(status.path("workers").findValuesAsText("status")).containsOnly("ONLINE");
  }

  /** Records take their time, and in the middle of them a worker joins, whom nothing waits for. */
  @Test
  void noGenerationIsMadeOfAPartOfIt() throws IOException {
    List<String> slow = new ArrayList<>();
    long atMillis = 1_700_000_000_000L;
    for (String line : rota(SMALL).lines()) {
      ObjectNode event = (ObjectNode) JSON.readTree(line);
      boolean listing = event.path("topic").asText().equals("chunk-listings");
      slow.add(event.put("timestamp", atMillis += listing ? 400 : 1).toString());
      if (listing && slow.size() % 3 == 0) {
        slow.add(joining(event, SamplePeerIds.name(slow.size()), atMillis += 100));
      }
    }
    slow.add(
        joining((ObjectNode) JSON.readTree(slow.get(1)), SamplePeerIds.name(1), atMillis + 5000));
    Ran simulated =
        rota(Map.of("ROTA_HOME", "/nonexistent"), String.join("\n", slow), "simulate", "chunks");

    assertThat(simulated.code()).isZero();
    List<Integer> chunks = new ArrayList<>();
    for (String line : simulated.lines()) {
      JsonNode status = JSON.readTree(line).at("/value/event/NetworkStatus");
      if (!status.isMissingNode()) {
        int sum = 0;
        for (JsonNode dataset : status.path("datasets")) {
          sum += dataset.path("chunks").asInt();
        }
        chunks.add(sum);
      }
    }
    assertThat(chunks).as("chunks of each generation").containsOnly(300);
  }

  private static String joining(ObjectNode like, String worker, long atMillis) {
    ObjectNode ping = JSON.createObjectNode();
    ping.put("topic", "worker-pings").put("key", like.path("key").asText());
    ping.put("timestamp", atMillis)
        .putObject("value")
        .put("network", like.path("key").asText())
        .put("worker", worker)
        .put("capacityBytes", 1L << 40);
    return ping.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "generate|use 'generate chunks'|Usage: rota generate",
        "generate chunks --workers 0|--workers is 0; expected 1 to 65535|Usage: rota generate"
            + " chunks",
        "generate chunks --chunks=-1|--chunks is -1; expected 0 to|Usage: rota generate chunks",
        "generate chunks --batch 10001|--batch is 10001; expected 1 to 10000|Usage: rota generate",
        "generate chunks --chunks 200000 --batch 1|--batch is 1: the listing has 200000"
            + " records|Usage",
        "generate chunks --datasets 0|--datasets is 0|Usage: rota generate chunks",
        "generate chunks --capacity 0|--capacity is 0|Usage: rota generate chunks",
        "generate chunks --network a/b|--network is 'a/b'; expected a lane|Usage: rota generate chunks",
        "generate chunks --start=-5|--start is '-5'; expected now|Usage: rota generate chunks",
        "generate chunks --start soon|--start is 'soon'; expected now|Usage: rota generate chunks",
        "import chunks f --batch 0|--batch is 0; expected 1 to 10000|Usage: rota import chunks",
        "import chunks f --rate=-1|--rate is negative|Usage: rota import chunks",
        "import chunks f --network a/b|--network is 'a/b'; expected a lane|Usage: rota import chunks",
        "import|'import chunks FILE'|Usage: rota import",
      })
  void whatCannotBeIsAUsageError(String line, String told, String usage) {
    Ran ran = rota(line.split(" "));
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains(told, usage);
  }

  @Test
  void aReaderThatGoesAwayIsNoReasonToComplain() {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    Ran ran = Ran.into(gone, Map.of("ROTA_HOME", "/nonexistent"), "", "generate", "chunks");
    assertThat(ran.code()).isEqualTo(141);
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void anImportWithoutABrokerSaysSo() {
    Ran ran = rota("import", "chunks", "/nonexistent");
    assertThat(ran.code()).isEqualTo(69);
    assertThat(ran.err()).contains("no Kafka address is configured");
  }
}
