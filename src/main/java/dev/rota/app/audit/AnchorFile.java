package dev.rota.app.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.readers.audit.AuditAnchor;
import dev.rota.readers.audit.AuditReport.LaneEnd;
import dev.rota.readers.audit.AuditReport.PageSeal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * An anchor as a JSON file. A lane whose last turn is not in a page has a seal, too.
 *
 * <pre>
 * {"anchor":1,"domain":"cores","cluster":"…","noted":"2026-01-31T12:00:00Z","digest":"…",
 *  "topics":{"claims":{"id":"…","ends":{"0":42}}},
 *  "lanes":{"polkadot":{"partition":0,"turn":17}},"pages":{"0":{"page":5,"seal":"…"}}}
 * </pre>
 */
final class AnchorFile {
  private static final int FORM = 1;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private AnchorFile() {}

  /** Writes the file, all of it or nothing. */
  static void write(Path file, AuditAnchor anchor) throws IOException {
    Path whole = file.toAbsolutePath();
    Path part = Files.createTempFile(whole.getParent(), ".anchor", ".part");
    try {
      Files.write(part, JSON.writeValueAsBytes(json(anchor)));
      try (FileChannel disk = FileChannel.open(part, StandardOpenOption.WRITE)) {
        disk.force(true);
      }
      Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static ObjectNode json(AuditAnchor anchor) {
    ObjectNode json = JSON.createObjectNode().put("anchor", FORM);
    json.put("domain", anchor.domain()).put("cluster", anchor.clusterId());
    json.put("noted", Instant.ofEpochMilli(anchor.notedMillis()).toString());
    json.put("digest", anchor.digest());
    ObjectNode topics = json.putObject("topics");
    anchor
        .topics()
        .forEach(
            (name, topic) -> {
              ObjectNode ends = topics.putObject(name).put("id", topic.id()).putObject("ends");
              topic.ends().forEach((partition, end) -> ends.put(partition.toString(), end));
            });
    ObjectNode lanes = json.putObject("lanes");
    anchor.lanes().forEach((lane, end) -> put(lanes.putObject(lane), end));
    ObjectNode pages = json.putObject("pages");
    anchor
        .pages()
        .forEach(
            (partition, page) ->
                pages
                    .putObject(partition.toString())
                    .put("page", page.number())
                    .put("seal", HexFormat.of().formatHex(page.seal())));
    return json;
  }

  private static void put(ObjectNode json, LaneEnd end) {
    json.put("partition", end.partition()).put("turn", end.turn());
  }

  /** Reads a file that {@link #write} wrote. */
  static AuditAnchor read(Path file) throws IOException {
    try {
      JsonNode json = JSON.readTree(Files.readAllBytes(file));
      if (json.path("anchor").asInt() != FORM) {
        throw bad(file, "it is no anchor of this version", null);
      }
      TreeMap<String, AuditAnchor.Topic> topics = new TreeMap<>();
      for (Map.Entry<String, JsonNode> topic : json.required("topics").properties()) {
        TreeMap<Integer, Long> ends = new TreeMap<>();
        for (Map.Entry<String, JsonNode> end : topic.getValue().required("ends").properties()) {
          ends.put(Integer.valueOf(end.getKey()), end.getValue().longValue());
        }
        topics.put(topic.getKey(), new AuditAnchor.Topic(text(topic.getValue(), "id"), ends));
      }
      TreeMap<String, LaneEnd> lanes = new TreeMap<>();
      for (Map.Entry<String, JsonNode> lane : json.required("lanes").properties()) {
        lanes.put(lane.getKey(), lane(lane.getValue()));
      }
      TreeMap<Integer, PageSeal> pages = new TreeMap<>();
      for (Map.Entry<String, JsonNode> page : json.required("pages").properties()) {
        pages.put(
            Integer.valueOf(page.getKey()),
            new PageSeal(
                page.getValue().required("page").longValue(),
                HexFormat.of().parseHex(text(page.getValue(), "seal"))));
      }
      return new AuditAnchor(
          text(json, "domain"),
          text(json, "cluster"),
          Instant.parse(text(json, "noted")).toEpochMilli(),
          text(json, "digest"),
          topics,
          lanes,
          pages);
    } catch (JsonProcessingException | IllegalArgumentException | DateTimeParseException e) {
      throw bad(file, e.getMessage(), e);
    }
  }

  private static LaneEnd lane(JsonNode json) {
    return new LaneEnd(json.required("partition").intValue(), json.required("turn").longValue());
  }

  private static String text(JsonNode json, String field) {
    return json.required(field).asText();
  }

  private static CommandFailure bad(Path file, String why, Exception cause) {
    return new CommandFailure(
        ExitCode.USAGE,
        "the anchor",
        file + " cannot be read: " + why,
        "pass a file that 'rota audit --write-anchor' wrote",
        cause);
  }
}
