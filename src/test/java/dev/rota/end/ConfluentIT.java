package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.readers.audit.AuditReport;
import dev.rota.registry.GenuineConfluent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Confluent's own producer and consumer at both ends of the road. */
@Tag("interop")
class ConfluentIT {
  private static final String CHAIN = "genuine";
  private static final String SESSION =
      """
      {"dev.rota.cores.SessionChange":{"index":0,"validators":4,"randomness":null,"parachains":[1000],\
      "parathreads":[2000],"config":{"rules":"GUIDE","parathreadCores":2,"parathreadRetries":1,\
      "groupRotationFrequency":10,"chainAvailabilityPeriod":3,"threadAvailabilityPeriod":5,\
      "schedulingLookahead":2,"maxValidatorsPerCore":null,"maxValidators":null}}}""";
  private static final String BLOCK =
      """
      {"chain":"genuine","number":%d,"hash":null,"frozen":false,"disputed":[],"freed":[],\
      "occupied":[],"session":%s}""";

  @TempDir private Path state;

  @Test
  void aGenuineProducersClaimIsScheduledAndAGenuineConsumerReadsIt() throws Exception {
    try (CoresCluster cluster = CoresCluster.start(2);
        Committed ledger = new Committed(cluster.bootstrap(), CoresCluster.LEDGER);
        GenuineConfluent genuine = new GenuineConfluent(cluster.registry())) {
      block(genuine, cluster, BLOCK.formatted(0, SESSION));
      cluster.decide(state, 1, () -> ledger.count() == 1);
      // It registers its schema by itself, after the road has registered the same one.
      genuine.produce(
          cluster.bootstrap(),
          CoresWire.CLAIMS,
          CHAIN,
          ParathreadClaim.getClassSchema().toString(),
          "{\"chain\":\"genuine\",\"para\":2000,\"collator\":\"alice\"}");
      assertThat(get(cluster, "/subjects/claims-value/versions")).isEqualTo("[1]");
      assertThat(get(cluster, "/config/claims-value")).contains("FULL_TRANSITIVE");
      cluster.decide(state, 1, () -> ledger.count() == 2);
      block(genuine, cluster, BLOCK.formatted(1, null));
      cluster.decide(state, 1, () -> ledger.count() == 3);

      List<String> schedules = genuine.consume(cluster.bootstrap(), CoresCluster.ASSIGNMENTS, 2);
      assertThat(schedules).hasSize(2);
      assertThat(paras(schedules.get(1))).containsExactly(1000L, 2000L);
      AuditReport report = cluster.audit();
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.turns()).isEqualTo(3);
      assertThat(report.deadLetters()).isZero();
    }
  }

  private static void block(GenuineConfluent genuine, CoresCluster cluster, String json) {
    String schema = BlockEvent.getClassSchema().toString();
    genuine.produce(cluster.bootstrap(), CoresWire.BLOCK_EVENTS, CHAIN, schema, json);
  }

  private static String get(CoresCluster cluster, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(cluster.registry() + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static List<Long> paras(String schedule) throws Exception {
    List<Long> paras = new ArrayList<>();
    for (JsonNode entry : new ObjectMapper().readTree(schedule).get("scheduled")) {
      paras.add(entry.get("para").asLong());
    }
    return paras;
  }
}
