package dev.rota.chunks.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkAssignment;
import dev.rota.chunks.placement.ChunkScheduler;
import dev.rota.chunks.placement.ChunkTable;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.ScheduleResult;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.rules.ChunksConformanceTest.Vector;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whole networks in both orders of placement, copy by copy; or why there is no assignment. */
public final class NetworkVectors {
  private static final int RINGS = 6000;

  private NetworkVectors() {}

  public static List<Vector> of(JsonNode file) {
    List<Vector> vectors = new ArrayList<>();
    file.path("expected")
        .properties()
        .forEach(
            algorithm ->
                vectors.add(
                    new Vector(
                        file.path("name").asText() + ", " + algorithm.getKey(),
                        () -> check(file, algorithm.getKey(), algorithm.getValue()))));
    return vectors;
  }

  private static void check(JsonNode file, String algorithm, JsonNode expected) {
    JsonNode config = file.path("config");
    Order order =
        switch (algorithm) {
          case "seed" -> Order.SEED;
          case "head", "alloc" -> Order.HEAD;
          default -> throw new IllegalArgumentException("an unknown algorithm: " + algorithm);
        };
    ChunkTable chunks = chunks(file);
    List<PlacementWorker> workers = workers(file, algorithm.equals("alloc"));
    ScheduleResult scheduled =
        ChunkScheduler.schedule(
            chunks,
            workers,
            new PlacementPolicy(
                order,
                RINGS,
                config.path("saturation").asDouble(),
                config.path("min_replication").asInt(),
                config.path("ignore_reliability").asBoolean()));

    if (expected.path("ok").asBoolean()) {
      assertThat(scheduled).isInstanceOf(ChunkAssignment.class);
      same((ChunkAssignment) scheduled, workers, expected);
    } else {
      assertThat(scheduled).isInstanceOf(PlacementShortage.class);
      same((PlacementShortage) scheduled, expected.path("error").asText());
    }
  }

  private static void same(
      ChunkAssignment assignment, List<PlacementWorker> workers, JsonNode expected) {
    TreeMap<String, int[]> held = new TreeMap<>();
    for (int worker = 0; worker < workers.size(); worker++) {
      held.put(workers.get(worker).id().toString(), assignment.chunks(worker));
    }
    assertThat(assignment.replication())
        .isEqualTo(byWeight(expected.path("replication_by_weight")));
    TreeMap<String, List<Integer>> lists = new TreeMap<>();
    held.forEach((id, chunks) -> lists.put(id, Arrays.stream(chunks).boxed().toList()));
    assertThat(lists).isEqualTo(lists(expected.path("assignment")));
    assertThat(assignment.copies()).isEqualTo(expected.path("replicas").asLong());
    assertThat(digest(assignment, workers)).isEqualTo(expected.path("digest").asText());
  }

  private static void same(PlacementShortage shortage, String error) {
    String reason =
        switch (shortage.reason()) {
          case NOT_ENOUGH_CAPACITY -> "NotEnoughCapacity";
          case NO_WORKER_FOR_CHUNK -> "NoWorkerForChunk(" + shortage.chunk() + ")";
          // What upstream says there is text for a reader.
          case VERSION_RESTRICTION -> error.startsWith("VersionRestriction") ? error : "another";
          case TOO_MANY_COPIES -> "upstream knows no bounds";
        };
    assertThat(reason).as(shortage.detail()).isEqualTo(error);
  }

  /** The chunks; they have to lie in the file in the order of placement. */
  private static ChunkTable chunks(JsonNode file) {
    ChunkTable.Builder table = new ChunkTable.Builder();
    for (JsonNode chunk : file.path("chunks")) {
      table.add(
          new Chunk(
              chunk.path("dataset").asText(),
              chunk.path("id").asText(),
              chunk.path("size").asLong(),
              chunk.path("weight").asInt(1),
              version(chunk.path("min_version"))));
    }
    return table.build();
  }

  private static List<PlacementWorker> workers(JsonNode file, boolean allocated) {
    long capacity = file.path("config").path("worker_capacity").asLong();
    List<PlacementWorker> workers = new ArrayList<>();
    for (JsonNode worker : file.path("workers")) {
      long taken = allocated ? worker.path("allocated").asLong(0) : 0;
      workers.add(
          new PlacementWorker(
              PeerId.parse(worker.path("peer_id").asText()),
              Math.max(0, capacity - taken),
              version(worker.path("version")),
              worker.path("status").asText().equals("online")));
    }
    return workers;
  }

  private static SoftwareVersion version(JsonNode text) {
    return text.isTextual() ? SoftwareVersion.parse(text.asText()) : null;
  }

  public static Map<Integer, Integer> byWeight(JsonNode factors) {
    TreeMap<Integer, Integer> byWeight = new TreeMap<>();
    factors
        .properties()
        .forEach(entry -> byWeight.put(Integer.valueOf(entry.getKey()), entry.getValue().asInt()));
    return byWeight;
  }

  private static Map<String, List<Integer>> lists(JsonNode assignment) {
    TreeMap<String, List<Integer>> lists = new TreeMap<>();
    assignment
        .properties()
        .forEach(
            entry -> {
              List<Integer> chunks = new ArrayList<>();
              entry.getValue().forEach(chunk -> chunks.add(chunk.asInt()));
              lists.put(entry.getKey(), chunks);
            });
    return lists;
  }

  /** SHA-256 over the factors and every worker's list, workers by the bytes of their ids. */
  public static String digest(ChunkAssignment assignment, List<PlacementWorker> workers) {
    StringBuilder text = new StringBuilder("replication\t");
    text.append(
        assignment.replication().entrySet().stream()
            .map(factor -> factor.getKey() + ":" + factor.getValue())
            .collect(Collectors.joining(",")));
    TreeMap<byte[], String> lines = new TreeMap<>(Arrays::compareUnsigned);
    for (int worker = 0; worker < workers.size(); worker++) {
      PeerId id = workers.get(worker).id();
      String list =
          Arrays.stream(assignment.chunks(worker))
              .mapToObj(Integer::toString)
              .collect(Collectors.joining(","));
      lines.put(id.bytes(), id + "\t" + list);
    }
    text.append('\n');
    lines.values().forEach(line -> text.append(line).append('\n'));
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
