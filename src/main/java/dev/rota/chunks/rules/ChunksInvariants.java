package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.CurrentGeneration;
import dev.rota.chunks.model.Dataset;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.kernel.engine.Invariant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The invariants of a network. */
public final class ChunksInvariants {
  private ChunksInvariants() {}

  public static List<Invariant<ChunksState>> all() {
    List<Invariant<ChunksState>> all = new ArrayList<>(ListingInvariants.all());
    all.addAll(own());
    return all;
  }

  private static List<Invariant<ChunksState>> own() {
    return List.of(
        new Invariant<>("no worker holds more than it can", ChunksInvariants::capacity),
        new Invariant<>(
            "a worker's digest is that of its set, with the sizes of its chunks",
            ChunksInvariants::digest),
        new Invariant<>("every chunk has its fewest copies", ChunksInvariants::floor),
        new Invariant<>("a worker of the network has a snapshot", ChunksInvariants::snapshot),
        new Invariant<>("what differs from what stands has a window", ChunksInvariants::window),
        new Invariant<>("what is counted is what is listed", ChunksInvariants::counted));
  }

  private static Optional<String> capacity(ChunksState state) {
    return state.nodes().all().stream()
        .filter(node -> node.held() != null)
        .filter(
            node ->
                node.held().bytes() > node.held().worker().capacity()
                    || node.held().bytes() != state.live().bytes(node.id()))
        .findFirst()
        .map(
            node ->
                node.name()
                    + " holds "
                    + node.held().bytes()
                    + ", placed are "
                    + state.live().bytes(node.id())
                    + ", of "
                    + node.held().worker().capacity());
  }

  private static Optional<String> digest(ChunksState state) {
    Map<PeerId, SetDigest> digests = state.live().digests();
    for (WorkerNode node : state.nodes().all()) {
      if (node.held() != null) {
        SetDigest digest = digests.getOrDefault(node.id(), SetDigest.EMPTY);
        int held = state.live().held(node.id()).length;
        if (!digest.equals(node.held().digest()) || held != node.held().chunks()) {
          return Optional.of(node.name() + ": " + node.held() + ", but " + digest);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> snapshot(ChunksState state) {
    return state.nodes().all().stream()
        .filter(node -> node.isThere() != (node.shown() != null))
        .findFirst()
        .map(node -> node.name() + " is there: " + node.isThere() + ", and has " + node.shown());
  }

  private static Optional<String> floor(ChunksState state) {
    PlacementPolicy policy = state.standingPolicy().placement();
    Map<Integer, Integer> copies = new TreeMap<>();
    int workers = 0;
    for (WorkerNode node : state.nodes().all()) {
      if (node.held() != null && policy.counts(node.held().worker())) {
        workers++;
        int[] held = state.live().held(node.id());
        Arrays.stream(held).forEach(slot -> copies.merge(slot, 1, Integer::sum));
      }
    }
    int fewest = Math.min(policy.minReplication(), workers);
    if (copies.size() != state.live().size()) {
      return Optional.of(copies.size() + " of " + state.live().size() + " chunks are stored");
    }
    return copies.entrySet().stream()
        .filter(chunk -> chunk.getValue() < fewest)
        .findFirst()
        .map(chunk -> state.live().chunk(chunk.getKey()) + " has " + chunk.getValue() + " copies");
  }

  private static Optional<String> window(ChunksState state) {
    CurrentGeneration standing = state.standing();
    return state.isPending() && !standing.window().isOpen() && standing.refused() == null
        ? Optional.of("generation " + standing.generation() + " is old, and no other is due")
        : Optional.empty();
  }

  private static Optional<String> counted(ChunksState state) {
    Set<String> names = new HashSet<>();
    for (Map.Entry<String, Dataset> dataset : state.datasets().entrySet()) {
      Map<String, Long> listed = new TreeMap<>();
      state.inventory().eachListed(dataset.getKey(), listed::put);
      long bytes = listed.values().stream().mapToLong(Long::longValue).sum();
      names.add(dataset.getKey());
      if (listed.size() != dataset.getValue().chunks() || bytes != dataset.getValue().bytes()) {
        return Optional.of(
            dataset.getKey() + " has " + listed.size() + " chunks, " + bytes + " bytes listed");
      }
    }
    List<String> strays = new ArrayList<>();
    state
        .pending()
        .each(
            (name, bytes) -> {
              if (bytes != ChunkRow.NONE && !names.contains(name.dataset())) {
                strays.add(name + " waits and is of no dataset");
              }
            });
    return strays.stream().findFirst();
  }
}
