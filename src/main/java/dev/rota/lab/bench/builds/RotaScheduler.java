package dev.rota.lab.bench.builds;

import dev.rota.kernel.domain.Domain;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.serving.builds.BuildFrontDoor;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.builds.FrontDoorOptions;
import dev.rota.serving.builds.GridAccess;
import dev.rota.serving.builds.SessionKey;
import dev.rota.serving.builds.StorageAccess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** The road of a grid with its front door, in this process. */
final class RotaScheduler implements AutoCloseable {
  private static final String GRID = "builds";
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration BEAT = Duration.ofMillis(100);

  private final DomainStreams streams;
  private final BuildFrontDoor door;

  private RotaScheduler(DomainStreams streams, BuildFrontDoor door) {
    this.streams = streams;
    this.door = door;
  }

  /** Opens both. The front door cancels nothing: clients that go leave what they asked for. */
  static RotaScheduler open(Domain domain, BuildPlace place, int storage) throws IOException {
    try (Admin admin = Admin.create(place.kafka())) {
      MissingTopics.create(admin, RequiredTopics.of(domain), 1, (short) 1);
    }
    DomainStreams streams = DomainStreams.start(domain, settings(place));
    try {
      streams.awaitRunning(START);
      AvroSerializer values = new AvroSerializer();
      values.configure(Map.of("schema.registry.url", place.registry()), false);
      FrontDoorOptions options =
          new FrontDoorOptions(
              GRID,
              Set.of(),
              DoorAccess.local(0, SessionKey.random()),
              StorageAccess.of(URI.create("grpc://127.0.0.1:" + storage)),
              null);
      BuildFrontDoor door =
          BuildFrontDoor.open(options, new GridAccess(place.kafka(), place.kafka(), values));
      return new RotaScheduler(streams, door);
    } catch (IOException | RuntimeException e) {
      streams.close();
      throw e;
    } catch (TimeoutException | InterruptedException e) {
      streams.close();
      throw new KafkaException("the topology did not start", e);
    }
  }

  private static StreamsSettings settings(BuildPlace place) {
    return new StreamsSettings(
        "builds-bench",
        place.kafka(),
        place.streams(),
        ValueSerde.avro(Map.of("schema.registry.url", place.registry())),
        place.dir(),
        1,
        BEAT);
  }

  int port() {
    return door.port();
  }

  @Override
  public void close() {
    door.close();
    streams.close();
  }

  /**
   * Where it runs.
   *
   * @param kafka settings of clients
   * @param streams settings of Kafka Streams
   * @param registry its URL
   * @param dir for its rows
   */
  record BuildPlace(
      Map<String, Object> kafka, Map<String, Object> streams, String registry, Path dir) {}
}
