package dev.rota.end;

import dev.rota.cores.CoresDomain;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.topics.RequiredTopics;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A cluster with the topics of the cores. */
final class CoresCluster extends DomainCluster {
  static final CoresDomain CORES = new CoresDomain();
  static final String LEDGER = RequiredTopics.ledger(CORES.name());
  static final String ASSIGNMENTS = "cores-assignments";
  static final String OUTCOMES = "cores-outcomes";
  static final String DEAD_LETTERS = "cores-dead-letters";

  private CoresCluster(int partitions) {
    super(CORES, partitions);
  }

  /** A fresh cluster, every topic of the cores with so many partitions. */
  static CoresCluster start(int partitions) {
    return new CoresCluster(partitions);
  }

  /** A producer of any bytes, such as those that nobody can read. */
  KafkaProducer<byte[], byte[]> rawProducer() {
    return new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** The claim as its topic has it. */
  byte[] framed(ParathreadClaim claim) {
    try (AvroSerializer values = new AvroSerializer()) {
      values.configure(Map.of("schema.registry.url", registry()), false);
      return values.serialize(CoresWire.CLAIMS, claim);
    }
  }
}
