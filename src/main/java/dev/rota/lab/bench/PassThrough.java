package dev.rota.lab.bench;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The baseline topology: reads and writes one RocksDB row with changelog per record and forwards
 * the record. It decodes and decides nothing.
 */
final class PassThrough implements Processor<byte[], byte[], byte[], byte[]> {
  static final String TOPIC = "bench-pass-through";
  private static final String STORE = "bench-rows";

  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<Bytes, byte[]> rows;

  static Topology topology(Domain domain) {
    Topology topology = new Topology();
    String[] inputs = domain.wire().inputs().stream().map(InputTopic::topic).toArray(String[]::new);
    for (String input : inputs) {
      topology.addSource(input, new ByteArrayDeserializer(), new ByteArrayDeserializer(), input);
    }
    topology.addProcessor("pass", PassThrough::new, inputs);
    topology.addStateStore(
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingEnabled(Map.of())
            .withCachingDisabled(),
        "pass");
    topology.addSink("out", TOPIC, new ByteArraySerializer(), new ByteArraySerializer(), "pass");
    return topology;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    this.context = context;
    rows = context.getStateStore(STORE);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    ByteBuffer key = ByteBuffer.allocate(Integer.BYTES + Long.BYTES);
    key.putInt(at.topic().hashCode()).putLong(at.offset());
    Bytes row = Bytes.wrap(key.array());
    if (rows.get(row) == null) {
      rows.put(row, record.value());
    }
    context.forward(record);
  }
}
