package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.readers.audit.AuditReport;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.DomainStreams;
import dev.rota.serving.builds.BuildFrontDoor;
import dev.rota.serving.builds.FrontDoorOptions;
import dev.rota.serving.builds.GridAccess;
import dev.rota.serving.builds.StorageAccess;
import dev.rota.testing.Patience;
import dev.rota.testing.StoragePort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** A grid's cluster with its engine and a storage: what front doors and their clients need. */
final class GridCluster {
  static final String GRID = "builds";
  static final String INSTANCE = "main";

  private final DomainCluster cluster;
  private final DomainStreams engine;
  private final StoragePort storage;

  /**
   * Starts engine and storage.
   *
   * @param state an empty directory
   */
  GridCluster(DomainCluster cluster, Path state)
      throws IOException, InterruptedException, TimeoutException {
    this.cluster = cluster;
    this.engine = cluster.start(state.resolve("engine"), CheckpointSchedule.DEFAULT);
    engine.awaitRunning(Patience.MAX);
    this.storage = StoragePort.open(state.resolve("storage"), 1L << 30);
  }

  StoragePort storage() {
    return storage;
  }

  StorageAccess place() {
    return StorageAccess.of(URI.create("grpc://127.0.0.1:" + storage.port()));
  }

  OpenDoor door(FrontDoorOptions options) throws IOException {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registry()), false);
    GridAccess grid = new GridAccess(cluster.kafka(), cluster.kafka(), values);
    return OpenDoor.of(BuildFrontDoor.open(options, grid));
  }

  /** An action of bots of this family; those with the same words are equal. */
  ExecuteRequest request(String family, String... words) throws IOException {
    return request(action(family, words).build());
  }

  Action.Builder action(String family, String... words) throws IOException {
    Command.Builder command = Command.newBuilder().addAllArguments(List.of(words));
    command.getPlatformBuilder().addPropertiesBuilder().setName("OSFamily").setValue(family);
    return Action.newBuilder()
        .setCommandDigest(storage.put(command.build()).message())
        .setInputRootDigest(storage.put(Directory.getDefaultInstance()).message());
  }

  ExecuteRequest request(Action action) throws IOException {
    return ExecuteRequest.newBuilder()
        .setInstanceName(INSTANCE)
        .setActionDigest(storage.put(action).message())
        .build();
  }

  /** The audit proves what was decided. */
  void close() throws Exception {
    engine.close();
    AuditReport report = cluster.audit();
    storage.close();
    cluster.close();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.deadLetters()).isZero();
  }
}
