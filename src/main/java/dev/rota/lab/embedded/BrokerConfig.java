package dev.rota.lab.embedded;

import dev.rota.base.http.LoopbackAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import kafka.server.KafkaConfig;

/** The broker's settings: threads, memory and internal partitions for a laptop. */
final class BrokerConfig {
  static final int NODE_ID = 1;

  private static final Map<String, String> ALONE =
      Map.ofEntries(
          Map.entry("process.roles", "broker,controller"),
          Map.entry("node.id", Integer.toString(NODE_ID)),
          Map.entry("controller.listener.names", BrokerPorts.CONTROLLER),
          Map.entry("inter.broker.listener.name", BrokerPorts.BROKER),
          Map.entry(
              "listener.security.protocol.map",
              BrokerPorts.BROKER + ":PLAINTEXT," + BrokerPorts.CONTROLLER + ":PLAINTEXT"),
          Map.entry("default.replication.factor", "1"),
          Map.entry("min.insync.replicas", "1"),
          Map.entry("offsets.topic.replication.factor", "1"),
          Map.entry("transaction.state.log.replication.factor", "1"),
          Map.entry("transaction.state.log.min.isr", "1"),
          Map.entry("share.coordinator.state.topic.replication.factor", "1"),
          Map.entry("share.coordinator.state.topic.min.isr", "1"),
          Map.entry("auto.create.topics.enable", "false"));

  private static final Map<String, String> SMALL =
      Map.ofEntries(
          Map.entry("offsets.topic.num.partitions", "4"),
          // Offsets survive a year without use, so kept data still knows its progress.
          Map.entry("offsets.retention.minutes", "5256000"),
          Map.entry("transaction.state.log.num.partitions", "4"),
          Map.entry("share.coordinator.state.topic.num.partitions", "1"),
          Map.entry("num.network.threads", "2"),
          Map.entry("num.io.threads", "2"),
          Map.entry("background.threads", "2"),
          Map.entry("num.replica.fetchers", "1"),
          Map.entry("num.recovery.threads.per.data.dir", "1"),
          Map.entry("group.coordinator.threads", "1"),
          Map.entry("log.cleaner.threads", "1"),
          Map.entry("log.cleaner.dedupe.buffer.size", "2097152"),
          Map.entry("log.index.size.max.bytes", "1048576"));

  private static final Map<String, String> PROMPT =
      Map.ofEntries(
          Map.entry("group.initial.rebalance.delay.ms", "0"),
          Map.entry("group.streams.initial.rebalance.delay.ms", "0"),
          // After a kill, the old incarnation must expire before the new one can register.
          Map.entry("broker.session.timeout.ms", "2000"),
          Map.entry("broker.heartbeat.interval.ms", "250"),
          // Without a limit, a node that cannot reach its own quorum would wait forever.
          Map.entry("server.max.startup.time.ms", "60000"));

  private BrokerConfig() {}

  static KafkaConfig of(Path data, BrokerPorts ports, Map<String, String> overrides) {
    var broker = LoopbackAddress.HOST + ":" + ports.brokerPort();
    var controller = LoopbackAddress.HOST + ":" + ports.controllerPort();
    var listeners =
        BrokerPorts.BROKER + "://" + broker + "," + BrokerPorts.CONTROLLER + "://" + controller;
    var all = new HashMap<String, String>();
    all.putAll(ALONE);
    all.putAll(SMALL);
    all.putAll(PROMPT);
    all.putAll(overrides);
    all.put("log.dirs", data.toString());
    all.put("listeners", listeners);
    all.put("advertised.listeners", listeners);
    all.put("controller.quorum.bootstrap.servers", controller);
    return new KafkaConfig(all, false);
  }
}
