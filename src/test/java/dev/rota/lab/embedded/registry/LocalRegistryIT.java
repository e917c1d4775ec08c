package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.registry.RegistryClient.asked;
import static dev.rota.lab.embedded.registry.RegistryClient.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.lab.embedded.EmbeddedException;
import dev.rota.lab.embedded.LocalBroker;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalRegistryIT {
  @TempDir private static Path dir;
  private static LocalBroker broker;

  @BeforeAll
  static void start() {
    broker = LocalBroker.start(dir, 0);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void aRestartKeepsSchemasIdsDeletionsAndLevels() {
    String before;
    try (var registry = LocalRegistry.start(broker.bootstrap(), 0)) {
      var client = new RegistryClient(registry.url());
      client.register("kept-value", record("Kept", "a"));
      client.register("kept-value", record("Kept", "a", "b?"));
      client.post(
          "/subjects/gone-value/versions",
          "{\"schema\":\"\\\"bytes\\\"\",\"id\":70,\"version\":3,\"deleted\":true}");
      client.put("/config/kept-value", "{\"compatibility\":\"FULL\"}");
      before = everything(client);
      assertThat(before).contains("gone-value", "FULL", "\"version\":2", "\"deleted\":true");
    }
    try (var registry = LocalRegistry.start(broker.bootstrap(), 0)) {
      var client = new RegistryClient(registry.url());
      assertThat(everything(client)).isEqualTo(before);
      var old = client.post("/subjects/kept-value", asked(record("Kept", "a")));
      assertThat(client.register("kept-value", record("Kept", "a")))
          .isEqualTo(old.body().path("id").asInt());
      var highest = client.get("/schemas/ids/1?fetchMaxId=true").body().path("maxId").asInt();
      assertThat(client.register("new-value", "\"float\"")).isEqualTo(highest + 1);
    }
  }

  @Test
  void theTopicIsCompactedAndHoldsOnePartition() throws Exception {
    try (var registry = LocalRegistry.start(broker.bootstrap(), 0);
        var admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrap()))) {
      assertThat(registry.url()).startsWith("http://127.0.0.1:");
      var topic = new ConfigResource(ConfigResource.Type.TOPIC, "_schemas");
      var config = admin.describeConfigs(List.of(topic)).all().get(10, TimeUnit.MINUTES);
      assertThat(config.get(topic).get("cleanup.policy").value()).isEqualTo("compact");
      var described =
          admin.describeTopics(List.of("_schemas")).allTopicNames().get(10, TimeUnit.MINUTES);
      assertThat(described.get("_schemas").partitions()).hasSize(1);
    }
  }

  @Test
  void foreignRecordsInTheTopicDoNotStopIt() throws Exception {
    LocalRegistry.start(broker.bootstrap(), 0).close();
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", (Object) broker.bootstrap()),
            new StringSerializer(),
            new StringSerializer())) {
      for (var key :
          new String[] {
            "not json",
            "{\"keytype\":\"NOOP\",\"magic\":0}",
            "{\"keytype\":\"MODE\",\"subject\":\"after-value\",\"magic\":0}",
            "{\"keytype\":\"SCHEMA\"}",
            "[]"
          }) {
        producer.send(new ProducerRecord<>("_schemas", key, "{}")).get();
      }
    }
    try (var registry = LocalRegistry.start(broker.bootstrap(), 0)) {
      var client = new RegistryClient(registry.url());
      assertThat(client.register("after-value", "\"double\"")).isPositive();
    }
  }

  @Test
  void aTakenPortIsRefusedWithAClearError() throws Exception {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> LocalRegistry.start(broker.bootstrap(), other.getLocalPort()))
          .isInstanceOfSatisfying(
              EmbeddedException.class,
              e -> assertThat(e.reason()).isEqualTo(EmbeddedException.Reason.PORT_TAKEN))
          .hasMessageContaining("--registry-port");
    }
  }

  @Test
  void registrationsAtTheSameTimeGetOneIdPerSchema() throws Exception {
    try (var registry = LocalRegistry.start(broker.bootstrap(), 0)) {
      var client = new RegistryClient(registry.url());
      IntStream.range(0, 3)
          .forEach(i -> client.put("/config/many-" + i, "{\"compatibility\":\"NONE\"}"));
      var idsBySchema = new ConcurrentHashMap<String, Set<Integer>>();
      var registrations =
          IntStream.range(0, 60)
              .mapToObj(
                  i ->
                      CompletableFuture.runAsync(
                          () -> {
                            var schema = record("Many" + i % 10);
                            var id = client.register("many-" + i % 3, schema);
                            idsBySchema
                                .computeIfAbsent(schema, _ -> ConcurrentHashMap.newKeySet())
                                .add(id);
                          },
                          Thread::startVirtualThread))
              .toArray(CompletableFuture<?>[]::new);
      CompletableFuture.allOf(registrations).get(10, TimeUnit.MINUTES);
      assertThat(idsBySchema).hasSize(10);
      assertThat(idsBySchema.values()).allSatisfy(ids -> assertThat(ids).hasSize(1));
      assertThat(idsBySchema.values().stream().flatMap(Set::stream).distinct()).hasSize(10);
    }
  }

  private static String everything(RegistryClient client) {
    return String.join(
        "\n",
        client.get("/subjects/kept-value/versions/1").toString(),
        client.get("/subjects/kept-value/versions/latest").toString(),
        client.get("/subjects?deleted=true").toString(),
        client.get("/subjects/gone-value/versions/3?deleted=true").toString(),
        client.get("/config/kept-value").toString(),
        client.get("/config").toString());
  }
}
