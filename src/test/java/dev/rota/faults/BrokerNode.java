package dev.rota.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.DynamicVoters;

/** One of three brokers, in a JVM of its own; formats its directory when it is new. */
final class BrokerNode {
  static final String VOTERS = "rota.test.voters";
  static final String CLUSTER = "rota.test.cluster";

  private BrokerNode() {}

  /** Argument: the settings file. Prints {@code ready} when the broker serves. */
  public static void main(String[] args) throws Exception {
    Properties settings = new Properties();
    try (var in = Files.newBufferedReader(Path.of(args[0]))) {
      settings.load(in);
    }
    if (Files.notExists(Path.of(settings.getProperty("log.dirs"), "meta.properties"))) {
      format(settings);
    }
    Thread untilParentIsGone = new Thread(BrokerNode::endWithParent, "parent");
    untilParentIsGone.setDaemon(true);
    untilParentIsGone.start();
    new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM).startup();
    System.out.println("ready");
  }

  private static void format(Properties settings) throws Exception {
    String dir = settings.getProperty("log.dirs");
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setNodeId(Integer.parseInt(settings.getProperty("node.id")))
        .setClusterId(settings.getProperty(CLUSTER))
        .setControllerListenerName("CONTROLLER")
        .setMetadataLogDirectory(dir)
        .setDirectories(List.of(dir))
        .setHasDynamicQuorum(true)
        .setInitialControllers(DynamicVoters.parse(settings.getProperty(VOTERS)))
        .run();
  }

  /** The parent never writes: the read returns when the parent is gone. */
  private static void endWithParent() {
    try {
      var _ = System.in.read();
    } catch (IOException e) {
      System.err.println("the pipe to the parent broke: " + e);
    }
    Runtime.getRuntime().halt(1);
  }
}
