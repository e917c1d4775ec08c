package dev.rota.lab.bench.builds;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.LaneKey;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** The road of grids with their front doors, in this process. */
final class RotaScheduler implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration BEAT = Duration.ofMillis(100);

  private final DomainStreams streams;
  private final List<BuildFrontDoor> doors = new ArrayList<>();

  private RotaScheduler(DomainStreams streams) {
    this.streams = streams;
  }

  /** Opens all. The front doors cancel nothing: clients that go leave what they asked for. */
  static RotaScheduler open(Domain domain, BuildPlace place, int storage) throws IOException {
    try (Admin admin = Admin.create(place.kafka())) {
      MissingTopics.create(admin, RequiredTopics.of(domain), place.lanes(), (short) 1);
    }
    RotaScheduler road = new RotaScheduler(DomainStreams.start(domain, settings(place)));
    try {
      road.streams.awaitRunning(START);
      AvroSerializer values = new AvroSerializer();
      values.configure(Map.of("schema.registry.url", place.registry()), false);
      GridAccess access = new GridAccess(place.kafka(), place.kafka(), values);
      for (int partition = 0; partition < place.lanes(); partition++) {
        FrontDoorOptions options =
            new FrontDoorOptions(
                grid(partition, place.lanes()),
                Set.of(),
                DoorAccess.local(0, SessionKey.random()),
                StorageAccess.of(URI.create("grpc://127.0.0.1:" + storage)),
                null);
        road.doors.add(BuildFrontDoor.open(options, access));
      }
      return road;
    } catch (IOException | RuntimeException e) {
      road.close();
      throw e;
    } catch (TimeoutException | InterruptedException e) {
      road.close();
      throw new KafkaException("the topology did not start", e);
    }
  }

  /** The first name whose lane is on this partition. */
  private static String grid(int partition, int partitions) {
    return IntStream.iterate(0, number -> number + 1)
        .mapToObj(number -> "builds-" + number)
        .filter(name -> LaneKey.partition(name.getBytes(UTF_8), partitions) == partition)
        .findFirst()
        .orElseThrow();
  }

  private static StreamsSettings settings(BuildPlace place) {
    return new StreamsSettings(
        "builds-bench",
        place.kafka(),
        place.streams(),
        ValueSerde.avro(Map.of("schema.registry.url", place.registry())),
        place.dir(),
        place.lanes(),
        BEAT);
  }

  List<Integer> ports() {
    return doors.stream().map(BuildFrontDoor::port).toList();
  }

  @Override
  public void close() {
    doors.forEach(BuildFrontDoor::close);
    streams.close();
  }

  /**
   * Where it runs.
   *
   * @param kafka settings of clients
   * @param streams settings of Kafka Streams
   * @param registry its URL
   * @param dir for its rows
   * @param lanes each with a partition, a thread and a front door of its own
   */
  record BuildPlace(
      Map<String, Object> kafka,
      Map<String, Object> streams,
      String registry,
      Path dir,
      int lanes) {}
}
