package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.table.TreeRows;
import dev.rota.registry.UnreadableRecord;
import dev.rota.road.topics.InputReader;
import dev.rota.road.topics.RequiredTopics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * A domain's topology without a cluster: the same reader, lanes and outputs over rows in memory. It
 * has one partition and counts offsets per topic.
 */
public final class OfflineStreams {
  private final Domain domain;
  private final LaneStore store;
  private final InputReader reader;
  private final Map<String, Long> offsets = new HashMap<>();
  private final PageWriter pages = new PageWriter(0, PageEnd.START);

  public OfflineStreams(Domain domain) {
    this.domain = domain;
    this.store = new LaneStore(domain, new TreeRows());
    this.reader = new InputReader(domain, bare(domain), 1, RequiredTopics.INPUT_BYTES_DEFAULT);
  }

  /**
   * An output record.
   *
   * @param record null for a dead letter
   * @param bytes Avro binary; for a dead letter the original value
   */
  public record Sent(
      String topic,
      byte[] key,
      long timestampMillis,
      long offset,
      Map<String, String> headers,
      SpecificRecord record,
      byte[] bytes) {}

  /**
   * Takes one record as a turn, and closes a page after it.
   *
   * @param value bare Avro binary in the topic's own schema, or null
   */
  public List<Sent> take(String topic, byte[] key, byte[] value, long timestampMillis) {
    InputReader.Received received =
        reader.receive(topic, 0, offset(topic), timestampMillis, key, value, new RecordHeaders());
    var origin = new OutgoingRecord.Origin(key, value, new RecordHeaders(), received.cause());
    List<Sent> sent = new ArrayList<>();
    TurnArrival arrival = received.arrival();
    store
        .lane(received.lane())
        .take(arrival, arrival.timestampMillis(), decided -> add(decided, origin, sent));
    PageWriter.Closed closed = pages.close(store::stateDigest);
    add(OutgoingRecord.of(closed), closed.page().atMillis(), sent);
    return sent;
  }

  private void add(DecidedTurn decided, OutgoingRecord.Origin origin, List<Sent> sent) {
    pages.add(decided.entry());
    OutgoingRecord.of(decided, origin, 0)
        .forEachRemaining(out -> add(out, decided.entry().atMillis(), sent));
  }

  private void add(OutgoingRecord out, long atMillis, List<Sent> sent) {
    String to =
        out.sink().equals(DomainTopology.LEDGER)
            ? RequiredTopics.ledger(domain.name())
            : Output.Channel.valueOf(out.sink()).topic(domain.name());
    sent.add(
        new Sent(to, out.key(), atMillis, offset(to), headers(out), out.record(), out.payload()));
  }

  /** The lane's state, for queries. */
  public State state(String lane) {
    return store.lane(lane).state();
  }

  /** Every lane that has taken a turn, sorted by name. */
  public List<String> lanes() {
    return store.lanes();
  }

  private long offset(String topic) {
    return offsets.merge(topic, 1L, Long::sum) - 1;
  }

  private static Map<String, String> headers(OutgoingRecord out) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : out.headers()) {
      headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
    }
    return headers;
  }

  /** Reads values without a schema id, since there is no registry. */
  static Deserializer<Object> bare(Domain domain) {
    Map<String, SpecificDatumReader<SpecificRecord>> readers = new HashMap<>();
    for (InputTopic input : domain.wire().inputs()) {
      readers.put(input.topic(), new SpecificDatumReader<>(input.schema()));
    }
    return (topic, bytes) -> {
      try {
        return readers.get(topic).read(null, DecoderFactory.get().binaryDecoder(bytes, null));
      } catch (java.io.IOException | AvroRuntimeException e) {
        throw new UnreadableRecord(UnreadableRecord.Reason.AVRO_DECODE, e.getMessage(), e);
      }
    };
  }
}
