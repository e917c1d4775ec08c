package dev.rota.lab.embedded;

import dev.rota.base.http.LoopbackAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.DynamicVoters;

/**
 * Creates a new data directory: a cluster of one node, which is its only voter.
 *
 * <p>The directory is created beside its place and then moved there. A directory that a killed
 * process left half formatted would have two sets of voters, and its broker would wait for a leader
 * forever.
 */
final class BrokerFormat {
  private BrokerFormat() {}

  static void ifMissing(Path data, int controllerPort) throws Exception {
    if (Files.exists(data)) {
      return;
    }
    var draft = data.resolveSibling(data.getFileName() + ".new");
    remove(draft);
    format(draft.toString(), controllerPort);
    Files.move(draft, data, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void format(String dir, int controllerPort) throws Exception {
    var voter =
        "%d@%s:%d:%s"
            .formatted(
                BrokerConfig.NODE_ID, LoopbackAddress.HOST, controllerPort, Uuid.randomUuid());
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setNodeId(BrokerConfig.NODE_ID)
        .setClusterId(Uuid.randomUuid().toString())
        .setControllerListenerName(BrokerPorts.CONTROLLER)
        .setMetadataLogDirectory(dir)
        .setDirectories(List.of(dir))
        .setHasDynamicQuorum(true)
        .setInitialControllers(DynamicVoters.parse(voter))
        .run();
  }

  private static void remove(Path draft) throws IOException {
    if (Files.notExists(draft)) {
      return;
    }
    try (var paths = Files.walk(draft)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
