package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.registry.Registry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * What a release of Rota left on the topics of a domain: each record as it lay there, and the
 * schemas that the registry had for them. Lines of JSON, gzipped; bytes are Base64.
 *
 * <pre>
 * {"schema":7,"text":"{…}"}
 * {"topic":"jobs","partition":0,"offset":12,"timestamp":…,"key":"…","headers":[["rota.turn","…"]],"value":"…"}
 * </pre>
 *
 * @param schemas by their ids in the records' framing
 */
record KeptHistory(Map<Integer, Schema> schemas, List<Kept> records) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A record as it lay on its topic.
   *
   * @param headers names and values, in order
   * @param value null: there is none
   */
  record Kept(
      String topic,
      int partition,
      long offset,
      long timestampMillis,
      byte[] key,
      List<Map.Entry<String, byte[]>> headers,
      byte[] value) {
    static final int FRAME_BYTES = 5;

    /** The id before the value, or -1: this is no Avro. */
    int schemaId() {
      return value == null || value.length < FRAME_BYTES || value[0] != 0
          ? -1
          : ByteBuffer.wrap(value).getInt(1);
    }
  }

  static Path file(String release, String domain) {
    return Path.of("src/test/resources/history", release, domain + ".jsonl.gz");
  }

  /** Everything that consumers see on these topics now. */
  static KeptHistory of(DomainCluster cluster, List<String> topics) {
    List<Kept> records = new ArrayList<>();
    for (String topic : topics) {
      cluster.committed(topic).forEach(record -> records.add(kept(record)));
    }
    Map<Integer, Schema> schemas = new TreeMap<>();
    try (Registry registry = Registry.at(cluster.registry())) {
      for (Kept one : records) {
        if (one.schemaId() >= 0) {
          schemas.computeIfAbsent(one.schemaId(), registry::byId);
        }
      }
    }
    return new KeptHistory(schemas, records);
  }

  List<Kept> on(String topic) {
    return records.stream().filter(one -> one.topic().equals(topic)).toList();
  }

  void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (Writer lines =
        new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), UTF_8)) {
      for (Map.Entry<Integer, Schema> schema : schemas.entrySet()) {
        ObjectNode line = JSON.createObjectNode();
        line.put("schema", schema.getKey()).put("text", schema.getValue().toString());
        lines.write(line + "\n");
      }
      for (Kept record : records) {
        lines.write(line(record) + "\n");
      }
    }
  }

  static KeptHistory read(Path file) throws IOException {
    KeptHistory history = new KeptHistory(new TreeMap<>(), new ArrayList<>());
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        JsonNode line = JSON.readTree(text);
        if (line.has("schema")) {
          Schema schema = new Schema.Parser().parse(line.get("text").asText());
          history.schemas.put(line.get("schema").asInt(), schema);
        } else {
          history.records.add(kept(line));
        }
      }
    }
    return history;
  }

  private static ObjectNode line(Kept record) {
    ObjectNode line = JSON.createObjectNode();
    line.put("topic", record.topic()).put("partition", record.partition());
    line.put("offset", record.offset()).put("timestamp", record.timestampMillis());
    line.put("key", record.key());
    var headers = line.putArray("headers");
    record.headers().forEach(one -> headers.addArray().add(one.getKey()).add(one.getValue()));
    return line.put("value", record.value());
  }

  private static Kept kept(JsonNode line) {
    try {
      List<Map.Entry<String, byte[]>> headers = new ArrayList<>();
      for (JsonNode header : line.get("headers")) {
        headers.add(Map.entry(header.get(0).asText(), header.get(1).binaryValue()));
      }
      return new Kept(
          line.get("topic").asText(),
          line.get("partition").asInt(),
          line.get("offset").asLong(),
          line.get("timestamp").asLong(),
          line.get("key").binaryValue(),
          headers,
          line.get("value").binaryValue());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Kept kept(ConsumerRecord<byte[], byte[]> record) {
    List<Map.Entry<String, byte[]>> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(Map.entry(header.key(), header.value()));
    }
    return new Kept(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.key(),
        headers,
        record.value());
  }
}
