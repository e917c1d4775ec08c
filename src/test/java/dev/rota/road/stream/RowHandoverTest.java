package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.CoresDomain;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.table.Sha256;
import dev.rota.road.stream.rows.RowsReport;
import dev.rota.road.stream.rows.StoreRows;
import dev.rota.road.stream.rows.UnsavedTail;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows go to the changelog when there are too many, in the middle of a transaction too. */
final class RowHandoverTest {
  private static final String STORE = "rows";
  private static final int TOO_MANY = 50_001;
  private static final PageEnd END = new PageEnd(3, 7, new byte[Sha256.BYTES]);

  private boolean done;

  @Test
  void aCopyThatEndsWhenThereAreTooManyRowsHasTheLedgersEnd(@TempDir Path dir) {
    Topology topology = new Topology();
    topology.addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in");
    topology.addProcessor("work", Worker::new, "in");
    topology.addStateStore(WriteBehind.builder(STORE, _ -> {}), "work");
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "behind");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, dir.toString());
    try (TopologyTestDriver driver = new TopologyTestDriver(topology, properties)) {
      ByteArraySerializer bytes = new ByteArraySerializer();
      driver.createInputTopic("in", bytes, bytes).pipeInput(new byte[] {0});
    }
    assertThat(done).isTrue();
  }

  private final class Worker extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
    @Override
    public void process(Record<byte[], byte[]> record) {
      KeyValueStore<Bytes, byte[]> store = context().getStateStore(STORE);
      WriteBehind rows = WriteBehind.of(store);
      rows.beforeCommit(() -> {});
      rows.beginAnew();
      rows.madeAnew();
      LaneStore lanes = new LaneStore(new CoresDomain(), new StoreRows(store));
      RowHandover handover =
          new RowHandover(
              "cores",
              0,
              rows,
              lanes,
              new PageWriter(0, END),
              () -> CheckpointSchedule.DEFAULT,
              new UnsavedTail(() -> 0),
              new RowsReport("cores", context()));
      handover.saveEnd();
      assertThat(lanes.end().turns()).isEqualTo(PageEnd.INCOMPLETE.turns());

      for (int row = 0; row < TOO_MANY; row++) {
        store.put(Bytes.wrap(("\1row" + row).getBytes(UTF_8)), new byte[] {1});
      }
      assertThat(rows.isFull()).isTrue();
      handover.handOverIfFull();
      assertThat(rows.isCopying()).isFalse();
      assertThat(lanes.end().turns()).isEqualTo(END.turns());
      done = true;
    }
  }
}
