package dev.rota.chunks.naive;

import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.WorkerMark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** What can be asked of a network, and of the answers what is compared. */
final class NaiveView {
  private static final int ALL = 1_000_000;

  /** By the name of the query. */
  record Question(String query, Map<String, Object> args, Object answer) {}

  private final NaiveNetwork network;

  NaiveView(NaiveNetwork network) {
    this.network = network;
  }

  /** Any of what can be asked, some of it about nothing that there is. */
  Question any(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> generation();
      case 1 -> policy();
      case 2 -> datasets();
      case 3 -> listings();
      case 4 -> workers();
      case 5 -> marks();
      case 6 -> worker(NaiveHash.peer(random.nextInt(9)));
      default -> chunk(anyChunk(random));
    };
  }

  /** Everything but single chunks. */
  List<Question> all() {
    List<Question> all =
        new ArrayList<>(
            List.of(generation(), policy(), datasets(), listings(), workers(), marks()));
    network.workers.keySet().forEach(one -> all.add(worker(one)));
    return all;
  }

  private NaiveName anyChunk(Random random) {
    List<NaiveName> some = new ArrayList<>();
    network.lists.listed.forEach(
        (dataset, list) -> list.keySet().forEach(one -> some.add(new NaiveName(dataset, one))));
    network.sets.workers().forEach(one -> some.addAll(network.sets.of(one).keySet()));
    some.add(new NaiveName("s3://a", "c1"));
    return some.get(random.nextInt(some.size()));
  }

  private static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  private static Question question(String query, Object answer) {
    return new Question(query, Map.of(), answer);
  }

  private Question generation() {
    boolean none = network.sets.generation == 0;
    return question(
        "generation",
        map(
            "generation",
            network.sets.generation,
            "nextAt",
            network.window == null ? null : network.window.due(),
            "effectiveFrom",
            none ? null : network.sets.effectiveFrom,
            "refused",
            network.refused ? NaiveNetwork.WORDS : null));
  }

  private Question policy() {
    Map<String, Object> answer = network.rules.view();
    Map<String, Object> segments = new TreeMap<>();
    network.rules.segments.forEach(
        (dataset, all) -> segments.put(dataset, all.stream().map(NaiveView::segment).toList()));
    Map<String, Object> weights = new TreeMap<>();
    network.rules.weights.forEach((dataset, weight) -> weights.put(dataset, weight.longValue()));
    answer.put("weights", weights);
    answer.put("segments", segments);
    return question("policy", answer);
  }

  private static Object segment(DatasetSegment one) {
    long weight = (long) one.getWeight();
    return map("from", one.getFrom(), "weight", weight, "minVersion", one.getMinVersion());
  }

  private Question datasets() {
    List<Object> answer = new ArrayList<>();
    var placed = network.demand().chunks();
    network.lists.listed.forEach(
        (dataset, list) -> {
          long own = placed.stream().filter(one -> one.name().dataset().equals(dataset)).count();
          answer.add(
              map(
                  "dataset",
                  dataset,
                  "chunks",
                  list.size(),
                  "bytes",
                  sum(list),
                  "excluded",
                  list.size() - own));
        });
    return question("datasets", answer);
  }

  private static long sum(Map<String, Long> list) {
    return list.values().stream().mapToLong(Long::longValue).sum();
  }

  private Question listings() {
    List<Object> answer = new ArrayList<>();
    network.lists.open.forEach(
        (id, open) -> {
          List<Object> datasets = new ArrayList<>();
          open.datasets.forEach(
              (dataset, list) ->
                  datasets.add(
                      map(
                          "dataset",
                          dataset,
                          "replace",
                          list.whole,
                          "chunksToCome",
                          list.chunks.size(),
                          "bytesToCome",
                          sum(list.chunks))));
          answer.add(
              map(
                  "listing",
                  id,
                  "parts",
                  open.parts,
                  "received",
                  open.came.size(),
                  "missing",
                  open.missing(),
                  "expiresAt",
                  network.lists.dues().get(id),
                  "datasets",
                  datasets));
        });
    return question("listings", answer);
  }

  private Question workers() {
    TreeSet<String> names = new TreeSet<>(network.workers.keySet());
    names.addAll(network.sets.workers());
    List<Map<String, Object>> all = names.stream().map(this::about).toList();
    return new Question("workers", Map.of("at", network.nowMillis), all);
  }

  private Map<String, Object> about(String name) {
    NaiveWorker one = network.workers.get(name);
    Map<NaiveName, Long> set = network.sets.of(name);
    boolean held = network.sets.workers().contains(name);
    return map(
        "worker",
        name,
        "status",
        one == null ? "LEFT" : network.status(one),
        "mark",
        network.marks.containsKey(name) ? mark(name) : null,
        "uptime",
        one == null ? null : one.share(network.rules, network.nowMillis),
        "statusUntil",
        one == null ? null : until(one),
        "capacity",
        one == null ? null : one.said.getCapacityBytes(),
        "version",
        one == null ? null : one.said.getVersion(),
        "pingedAt",
        one == null ? null : one.saidMillis,
        "snapshotAt",
        one == null ? null : network.sets.keptAt(name),
        "chunks",
        set.size(),
        "bytes",
        NaiveSets.bytes(set),
        "digest",
        held ? NaiveHash.digest(set) : null);
  }

  private Long until(NaiveWorker one) {
    return switch (network.status(one)) {
      case MARKED -> network.marks.get(one.name).getUntil();
      case LOW_UPTIME -> one.upAt(network.rules, network.nowMillis);
      default -> null;
    };
  }

  private Map<String, Object> mark(String name) {
    WorkerMark mark = network.marks.get(name);
    return map("reason", mark.getReason(), "until", mark.getUntil());
  }

  private Question marks() {
    List<Object> answer = new ArrayList<>();
    for (String name : network.marks.keySet()) {
      Map<String, Object> one = mark(name);
      one.put("worker", name);
      answer.add(one);
    }
    return question("marks", answer);
  }

  private Question worker(String name) {
    Map<String, Object> args = Map.of("worker", name, "limit", ALL, "at", network.nowMillis);
    if (!network.workers.containsKey(name) && !network.sets.workers().contains(name)) {
      return new Question("worker", args, map("error", "NOT_FOUND"));
    }
    Map<String, Object> answer = about(name);
    List<Object> held = new ArrayList<>();
    network
        .sets
        .of(name)
        .keySet()
        .forEach(one -> held.add(map("dataset", one.dataset(), "chunk", one.chunk())));
    answer.put("held", held);
    return new Question("worker", args, answer);
  }

  private Question chunk(NaiveName name) {
    Map<String, Object> args = Map.of("dataset", name.dataset(), "chunk", name.chunk());
    Long listed = network.lists.force(name.dataset()).get(name.chunk());
    Map<String, Long> stood = network.standing.listed().getOrDefault(name.dataset(), Map.of());
    Long standing = stood.get(name.chunk());
    if (listed == null && standing == null) {
      return new Question("chunk", args, Map.of());
    }
    List<String> holders =
        network.sets.workers().stream()
            .filter(one -> network.sets.of(one).containsKey(name))
            .toList();
    Map<String, Object> answer =
        map("bytes", listed, "standingBytes", standing, "workers", holders);
    network.lists.open.forEach(
        (id, open) -> {
          NaiveOpen.Wanted list = open.datasets.get(name.dataset());
          if (list != null) {
            answer.put("listing", id);
            answer.put("bytesToCome", list.chunks.get(name.chunk()));
          }
        });
    return new Question("chunk", args, answer);
  }
}
