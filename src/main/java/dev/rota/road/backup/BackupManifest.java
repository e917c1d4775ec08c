package dev.rota.road.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rota.base.files.DiskOperations;
import dev.rota.registry.SeenSchemaIds;
import dev.rota.road.backup.BackupFault.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What a backup holds: the file {@code manifest.json} in its directory. It is written last and
 * replaced as a whole, so what it names is there.
 *
 * @param format of the directory
 * @param domain its name
 * @param cluster Kafka's id of the cluster that it was made of
 * @param group of the engines
 * @param madeAt ISO 8601, when it was finished
 * @param topics in the order in which they are restored
 * @param offsets of the group
 * @param schemas as a registry has them, with subject, version and id; each behind those that it
 *     refers to
 * @param unknownIds of schemas that no registry was asked for, or did not know
 */
public record BackupManifest(
    int format,
    String domain,
    String cluster,
    String group,
    String madeAt,
    List<Topic> topics,
    List<GroupOffset> offsets,
    List<JsonNode> schemas,
    SeenSchemaIds unknownIds) {
  static final int FORMAT = 1;

  private static final Pattern PART = Pattern.compile("\\d{20}\\.gz");
  static final String FILE = "manifest.json";

  /** What a garbled file lacks is null. */
  public BackupManifest {
    Objects.requireNonNull(domain);
    Objects.requireNonNull(cluster);
    Objects.requireNonNull(group);
    Objects.requireNonNull(unknownIds);
    topics = List.copyOf(topics);
    offsets = List.copyOf(offsets);
    schemas = List.copyOf(schemas);
  }

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /**
   * A topic.
   *
   * @param id Kafka's
   * @param settings that are its own
   * @param partitions in order
   */
  public record Topic(
      String name, String id, Map<String, String> settings, List<Partition> partitions) {
    public Topic {
      settings = Map.copyOf(settings);
      partitions = List.copyOf(partitions);
    }
  }

  /**
   * A partition.
   *
   * @param begin the first offset that was retained
   * @param end the offset behind the last one that is held
   * @param lanes last turns, of a ledger's; else empty
   */
  public record Partition(long begin, long end, Map<String, Long> lanes, List<Part> parts) {
    public Partition {
      lanes = Map.copyOf(lanes);
      parts = List.copyOf(parts);
    }

    /** How many records it has. */
    public long records() {
      return parts.stream().mapToLong(Part::records).sum();
    }
  }

  /**
   * A file.
   *
   * @param from its first offset
   * @param to the offset behind it
   * @param records in it
   * @param bytes of the file
   * @param sha256 of the file, in hex
   */
  public record Part(String file, long from, long to, long records, long bytes, String sha256) {
    public Part {
      if (!PART.matcher(file).matches() || from < 0 || to <= from) {
        throw new IllegalArgumentException("no part of a backup: " + file);
      }
    }
  }

  /** Where the group continues. */
  public record GroupOffset(String topic, int partition, long offset) {}

  /** How many records it has. */
  public long records() {
    return topics.stream()
        .flatMap(topic -> topic.partitions().stream())
        .mapToLong(Partition::records)
        .sum();
  }

  /** How many bytes its files have. */
  public long bytes() {
    return topics.stream()
        .flatMap(topic -> topic.partitions().stream())
        .flatMap(partition -> partition.parts().stream())
        .mapToLong(Part::bytes)
        .sum();
  }

  /** How many files it has. */
  public long files() {
    return topics.stream()
        .flatMap(topic -> topic.partitions().stream())
        .mapToLong(partition -> partition.parts().size())
        .sum();
  }

  void write(Path directory) throws IOException {
    DiskOperations.LOCAL.replace(directory.resolve(FILE), JSON.writeValueAsBytes(this));
  }

  /** SHA-256 over what it holds, in hex: it names this state of the backup. Settings may change. */
  String identity() {
    MessageDigest digest = PartWriter.sha256();
    digest.update((domain + "\n" + cluster + "\n" + madeAt + "\n").getBytes(UTF_8));
    for (Topic topic : topics) {
      digest.update((topic.name() + "\n").getBytes(UTF_8));
      topic.partitions().stream()
          .flatMap(partition -> partition.parts().stream())
          .forEach(part -> digest.update(part.sha256().getBytes(UTF_8)));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Reads the manifest of a directory.
   *
   * @throws BackupFault if there is none, or none that this program reads
   */
  public static BackupManifest read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    try {
      JsonNode tree = JSON.readTree(Files.readAllBytes(file));
      int format = tree.path("format").asInt();
      if (format != FORMAT) {
        throw new BackupFault(
            Reason.FOREIGN,
            "%s has the format %d, this program reads %d".formatted(file, format, FORMAT),
            "restore it with the release of Rota that made it, or a later one");
      }
      return JSON.treeToValue(tree, BackupManifest.class);
    } catch (NoSuchFileException _) {
      throw new BackupFault(
          Reason.DAMAGED,
          directory + " has no " + FILE + ": it is no backup, or its first one was not finished",
          "finish it with 'rota backup', which continues where it stopped; or name another"
              + " directory");
    } catch (JsonProcessingException e) {
      throw BackupFault.damaged("%s is garbled: %s".formatted(file, e.getOriginalMessage()));
    }
  }
}
