package dev.rota.lab.verbs.dev;

import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.rota.alarms.AlarmSetting;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.lab.embedded.registry.LocalRegistry;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.testing.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The demonstration hears every output that can be read, whatever came before it. */
final class OutputFeedIT {
  private static final String TOPIC = "settings";

  private final List<String> heard = new CopyOnWriteArrayList<>();
  private TestCluster cluster;
  private LocalRegistry registry;
  private Settings settings;
  private KafkaProducer<byte[], byte[]> producer;
  private OutputFeed feed;

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    registry = LocalRegistry.start(cluster.bootstrap(), Ports.free()); // it comes back there
    settings =
        new SettingsSources()
            .environment(
                Map.of(
                    "ROTA_BOOTSTRAP_SERVERS", cluster.bootstrap(),
                    "ROTA_SCHEMA_REGISTRY_URL", registry.url()))
            .load();
    try (Admin admin = Admin.create(settings.admin())) {
      MissingTopics.create(admin, List.of(new TopicSpec(TOPIC, false, Map.of())), 1, (short) 1);
    }
    producer =
        new KafkaProducer<>(
            settings.producer(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  @AfterEach
  void stop() {
    feed.close();
    producer.close(Duration.ZERO);
    registry.close();
    cluster.close();
  }

  @Test
  void aRecordThatCannotBeReadAndOneThatNobodyTakesArePassedOver() throws Exception {
    send(alarm("before the start"));
    feed = OutputFeed.start(settings, List.of(TOPIC), this::hear);
    send(alarm("first"));
    send("nonsense".getBytes(UTF_8));
    send(alarm("unheard"));
    send(alarm("last"));
    await().until(() -> heard.contains("last"));
    assertThat(heard).containsExactly("first", "last");
  }

  @Test
  void whatTheRegistryDoesNotExplainYetIsHeardOnceItDoes() throws Exception {
    byte[] first = alarm("first");
    byte[] last = alarm("last");
    feed = OutputFeed.start(settings, List.of(TOPIC), this::hear);
    registry.close();
    int port = URI.create(registry.url()).getPort();
    AtomicInteger asked = new AtomicInteger();
    HttpServer refusing = refusing(port, asked);
    try {
      send(first);
      send(last);
      await("it asks again").until(() -> asked.get() >= 2);
    } finally {
      refusing.stop(0);
    }
    assertThat(heard).isEmpty();

    registry = LocalRegistry.start(cluster.bootstrap(), port);
    await().until(() -> heard.contains("last"));
    assertThat(heard).containsExactly("first", "last");
  }

  private void hear(ConsumerRecord<byte[], Object> record) {
    String name = ((AlarmSetting) record.value()).getId();
    if (name.equals("unheard")) {
      throw new IllegalStateException("nobody takes it");
    }
    heard.add(name);
  }

  private byte[] alarm(String id) {
    try (AvroSerializer values = new AvroSerializer()) {
      values.configure(settings.registry(), false);
      return values.serialize(TOPIC, set("home", id, 1));
    }
  }

  private void send(byte[] value) throws Exception {
    producer.send(new ProducerRecord<>(TOPIC, value)).get();
  }

  private static HttpServer refusing(int port, AtomicInteger asked) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });
    server.start();
    return server;
  }
}
