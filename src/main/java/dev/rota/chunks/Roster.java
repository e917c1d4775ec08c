package dev.rota.chunks;

import dev.rota.chunks.Moves.WorkerMoves;
import dev.rota.chunks.NetworkFact.Assigned;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tells workers what they fetch and drop, by the names of chunks, and how their sets digest. */
final class Roster {
  /** Names in one record: a name has up to three bytes a character, a record up to 8 MiB. */
  private static final int CHARACTERS_MAX = 1 << 20;

  private record Named(ChunkName name, SetDigest digest) {}

  private final ChunksView view;
  private final long generation;
  private final long nowMillis;

  /** By slot. Most chunks have several copies: each is named and hashed once. */
  private Named[] named = new Named[0];

  Roster(ChunksView view, long generation, long nowMillis) {
    this.view = view;
    this.generation = generation;
    this.nowMillis = nowMillis;
  }

  /** To all whose sets or sizes are others now, and to those that are seen otherwise. */
  List<ChunksFact> assigned(Moves moves) {
    List<ChunksFact> facts = new ArrayList<>();
    Set<PeerId> told = new HashSet<>();
    for (WorkerMoves worker : moves.workers()) {
      told.add(worker.worker());
      tell(view.nodes().get(worker.worker().toString()), worker, facts);
    }
    for (Node node : view.nodes().all()) {
      long bytes = view.live().bytes(node.id());
      boolean resized = node.held() != null && node.held().bytes() != bytes;
      if ((node.isNews() || resized) && !told.contains(node.id())) {
        tell(node, new WorkerMoves(node.id(), new int[0], new int[0], 0, bytes), facts);
      }
    }
    return facts;
  }

  private void tell(Node node, WorkerMoves moves, List<ChunksFact> facts) {
    Node.Held was = node.held();
    SetDigest digest = was == null ? SetDigest.EMPTY : was.digest();
    for (int slot : moves.added()) {
      digest = digest.plus(named(slot).digest);
    }
    for (int slot : moves.removed()) {
      digest = digest.minus(named(slot).digest);
    }
    long chunks = (was == null ? 0 : was.chunks()) + moves.added().length - moves.removed().length;
    Node.Held held =
        node.isThere() ? new Node.Held(node.worker(), chunks, moves.bytes(), digest) : null;
    parted(node.name(), held, names(moves.added()), names(moves.removed()), false, facts);
  }

  /** A worker's whole set. */
  List<ChunksFact> shown(Node node) {
    List<ChunksFact> facts = new ArrayList<>();
    List<ChunkName> all = names(view.live().held(node.id()));
    parted(node.name(), node.held(), all, List.of(), true, facts);
    return facts;
  }

  private Named named(int slot) {
    if (slot >= named.length) {
      named = Arrays.copyOf(named, Math.max(slot + 1, 2 * named.length));
    }
    if (named[slot] == null) {
      ChunkName name = ChunkName.of(view.live().chunk(slot));
      named[slot] = new Named(name, SetDigest.of(name));
    }
    return named[slot];
  }

  private List<ChunkName> names(int[] slots) {
    List<ChunkName> names = new ArrayList<>(slots.length);
    for (int slot : slots) {
      names.add(named(slot).name);
    }
    return names;
  }

  /** In as many records as it takes, what is dropped first: it makes room. */
  private void parted(
      String worker,
      Node.Held held,
      List<ChunkName> added,
      List<ChunkName> removed,
      boolean snapshot,
      List<ChunksFact> facts) {
    List<List<ChunkName>> drops = slices(removed);
    List<List<ChunkName>> fetches = slices(added);
    int parts = Math.max(1, drops.size() + fetches.size() - (joins(drops, fetches) ? 1 : 0));
    for (int part = 0; part < parts; part++) {
      int fetch = part - (parts - fetches.size());
      facts.add(
          new Assigned(
              worker,
              held,
              fetch < 0 ? List.of() : fetches.get(fetch),
              part < drops.size() ? drops.get(part) : List.of(),
              snapshot,
              part,
              parts,
              generation,
              nowMillis));
    }
  }

  /** Whether the last of the one and the first of the other fit into one record. */
  private static boolean joins(List<List<ChunkName>> drops, List<List<ChunkName>> fetches) {
    return !drops.isEmpty()
        && !fetches.isEmpty()
        && characters(drops.get(drops.size() - 1)) + characters(fetches.get(0)) <= CHARACTERS_MAX;
  }

  private static List<List<ChunkName>> slices(List<ChunkName> names) {
    List<List<ChunkName>> slices = new ArrayList<>();
    int from = 0;
    int characters = 0;
    for (int at = 0; at < names.size(); at++) {
      int more = characters(names.get(at));
      if (characters + more > CHARACTERS_MAX && at > from) {
        slices.add(names.subList(from, at));
        from = at;
        characters = 0;
      }
      characters += more;
    }
    if (from < names.size()) {
      slices.add(names.subList(from, names.size()));
    }
    return slices;
  }

  private static int characters(List<ChunkName> names) {
    return names.stream().mapToInt(Roster::characters).sum();
  }

  private static int characters(ChunkName name) {
    return name.dataset().length() + name.id().length();
  }
}
