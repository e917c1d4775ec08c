package dev.rota.app.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
import java.util.SortedMap;
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
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private AnchorFile() {}

  private record Form(
      int anchor,
      String domain,
      String cluster,
      String noted,
      String digest,
      SortedMap<String, AuditAnchor.Topic> topics,
      SortedMap<String, LaneEnd> lanes,
      SortedMap<Integer, Page> pages) {
    static Form of(AuditAnchor anchor) {
      SortedMap<Integer, Page> pages = new TreeMap<>();
      anchor
          .pages()
          .forEach(
              (partition, page) ->
                  pages.put(
                      partition, new Page(page.number(), HexFormat.of().formatHex(page.seal()))));
      return new Form(
          FORM,
          anchor.domain(),
          anchor.clusterId(),
          Instant.ofEpochMilli(anchor.notedMillis()).toString(),
          anchor.digest(),
          anchor.topics(),
          anchor.lanes(),
          pages);
    }

    AuditAnchor read() {
      SortedMap<Integer, PageSeal> seals = new TreeMap<>();
      pages.forEach(
          (partition, page) ->
              seals.put(partition, new PageSeal(page.page, HexFormat.of().parseHex(page.seal))));
      long notedMillis = Instant.parse(noted).toEpochMilli();
      return new AuditAnchor(domain, cluster, notedMillis, digest, topics, lanes, seals);
    }
  }

  private record Page(long page, String seal) {}

  /** Writes the file, all of it or nothing. */
  static void write(Path file, AuditAnchor anchor) throws IOException {
    Path whole = file.toAbsolutePath();
    Path part = Files.createTempFile(whole.getParent(), ".anchor", ".part");
    try {
      Files.write(part, JSON.writeValueAsBytes(Form.of(anchor)));
      try (FileChannel disk = FileChannel.open(part, StandardOpenOption.WRITE)) {
        disk.force(true);
      }
      Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Reads a file that {@link #write} wrote. */
  static AuditAnchor read(Path file) throws IOException {
    try {
      JsonNode json = JSON.readTree(Files.readAllBytes(file));
      if (json.path("anchor").asInt() != FORM) {
        throw bad(file, "it is no anchor of this version", null);
      }
      return JSON.treeToValue(json, Form.class).read();
    } catch (JsonProcessingException | IllegalArgumentException | DateTimeParseException e) {
      throw bad(file, e.getMessage(), e);
    }
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
