package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.PlannedCopies;
import dev.rota.testing.likeness.Likeness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * A placement without the numbers that depend on its past: chunks and workers by name, and what is
 * in blocks, rings and pages one after the other.
 */
public final class PlacementLikeness {
  private record Copy(String chunk, int tag, int kind) {}

  private static final String INSIDE = "a part of the form around it";

  private PlacementLikeness() {}

  /** Adds what is known of placements. */
  public static Likeness in(Likeness likeness) {
    return likeness
        .as(
            ChunkSlots.class,
            PlacementLikeness::chunks,
            "named",
            "versions",
            "order",
            "entries",
            "bytes",
            "weights",
            "restrictions",
            "free",
            "gone",
            "marked",
            "left")
        .as(
            OrderMaintenanceList.class,
            _ -> INSIDE,
            "chunks",
            "labels",
            "blocks",
            "counts",
            "numbers",
            "size",
            "length")
        .as(
            LivePass.class,
            PlacementLikeness::pass,
            "chunks",
            "keys",
            "copies",
            "rings",
            "past",
            "lists",
            "arcs",
            "waiters",
            "sequences",
            "workers",
            "numbers",
            "taken",
            "factors",
            "held")
        .as(PlacementOrderKeys.class, _ -> INSIDE, "chunks", "byChunk", "floor")
        .as(
            LiveCopies.class,
            _ -> INSIDE,
            "ringCount",
            "first",
            "planned",
            "hashes",
            "places",
            "end",
            "freed",
            "free")
        .as(LiveRings.class, _ -> INSIDE, "rings", "count", "stride", "order", "texts", "tied")
        .as(RingArcs.class, _ -> INSIDE, "copies", "slots", "tags", "counts")
        .as(
            WorkerSequence.class,
            _ -> INSIDE,
            "keys",
            "blocks",
            "length",
            "bytes",
            "held",
            "rejects",
            "foundSlot",
            "foundTag")
        .as(
            SequenceBlock.class,
            _ -> INSIDE,
            "slots",
            "tags",
            "count",
            "firstSlot",
            "firstTag",
            "passed",
            "sum",
            "need");
  }

  private static Object chunks(ChunkSlots slots) {
    BitSet marked = (BitSet) Likeness.value(slots, "marked");
    Map<Chunk, Boolean> chunks = new LinkedHashMap<>();
    for (int slot : slots.inOrder()) {
      chunks.put(slots.chunk(slot), marked.get(slot));
    }
    return List.of(chunks, Likeness.value(slots, "gone"));
  }

  private static Object pass(LivePass pass) {
    pass.open();
    Map<String, Object> form = new TreeMap<>();
    form.put("factors", pass.factors());
    form.put("held", pass.held());
    form.put("keys", List.of(pass.keys.byChunk(), Likeness.value(pass.keys, "floor")));
    IntFunction<String> workers = workers(pass);
    form.put("waiters", sequence(pass, pass.waiters));
    form.put("tied", pass.tied());
    Map<String, Object> lanes = new TreeMap<>();
    for (int number = 0; number < pass.lanes(); number++) {
      if (pass.lane(number) != null) {
        lanes.put(workers.apply(number), sequence(pass, pass.lane(number)));
      }
    }
    form.put("lanes", lanes);
    form.put("copies", copies(pass, workers));
    form.put("rings", rings(pass, workers));
    form.put("arcs", arcs(pass));
    return form;
  }

  /** Each worker's text by its number, written once however many copies and rings name it. */
  private static IntFunction<String> workers(LivePass pass) {
    Map<Integer, String> texts = new HashMap<>();
    return at ->
        texts.computeIfAbsent(
            at,
            number -> number == PlannedCopies.NOWHERE ? "nowhere" : pass.worker(number).toString());
  }

  private static Object sequence(LivePass pass, WorkerSequence sequence) {
    List<Object> form = new ArrayList<>();
    sequence.each((slot, tag, kind) -> form.add(new Copy(name(pass, slot), tag, kind)));
    form.add(List.of(sequence.bytes(), sequence.held(), sequence.rejects()));
    return form;
  }

  private static String name(LivePass pass, int slot) {
    Chunk chunk = pass.chunks.chunk(slot);
    return chunk.dataset() + "/" + chunk.id();
  }

  private static Object copies(LivePass pass, IntFunction<String> workers) {
    Map<String, Object> copies = new TreeMap<>();
    for (int slot : pass.chunks.inOrder()) {
      List<Object> places = new ArrayList<>();
      for (int tag = 0; tag < pass.copies.planned(slot); tag++) {
        places.add(pass.copies.hash(slot, tag));
        places.add(workers.apply(pass.copies.place(slot, tag)));
      }
      copies.put(name(pass, slot), places);
    }
    return copies;
  }

  private static Object rings(LivePass pass, IntFunction<String> workers) {
    List<Object> rings = new ArrayList<>();
    for (int ring = 0; ring < pass.arcs().rings(); ring++) {
      for (int rank = 0; rank < pass.count(); rank++) {
        int number = pass.rings().worker(ring, rank, 0);
        rings.add(workers.apply(number));
        rings.add(pass.rings().hash(ring, number));
      }
    }
    return rings;
  }

  private static Object arcs(LivePass pass) {
    Map<String, Object> arcs = new TreeMap<>();
    for (int ring = 0; ring < pass.arcs().rings(); ring++) {
      int of = ring;
      pass.arcs().each(ring, -1, -1, (slot, tag) -> arcs.put(name(pass, slot) + " " + tag, of));
    }
    return arcs;
  }
}
