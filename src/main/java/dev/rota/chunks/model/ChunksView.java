package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.Excess;
import dev.rota.chunks.placement.Placed;
import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.values.Policy;
import dev.rota.engine.Deadline;
import java.util.List;
import java.util.Map;

/** The questions that the rules may ask: they read, and cannot write. */
public interface ChunksView {
  Policy policy();

  /** That of the generation that stands. */
  Policy standingPolicy();

  CurrentGeneration standing();

  Nodes nodes();

  /** What is listed of a dataset. */
  Dataset dataset(String name);

  /** The datasets that have chunks, by name. */
  Map<String, Dataset> datasets();

  ChunkRow chunk(ChunkName name);

  /** Listings of many records. */
  Listings listings();

  /** What an open listing makes of a dataset; null: it belongs to none. */
  Coming coming(String dataset);

  /** The datasets that belong to an open listing. */
  List<String> claimed(String listing);

  /** Whether rows are to be swept, and this turn has changed some anyway. */
  boolean isToSweep();

  /** Whether the next generation may be another one than that which stands. */
  boolean isPending();

  /** Whether something of this turn asks for another placement. */
  boolean isStirred();

  /** What came of the last try, in this turn. */
  Placed tried();

  /** The assignment that stands. */
  Placement live();

  /** After a generation was tried in vain: whose figures make it so; null: nobody's. */
  Excess excess();

  /** The first deadline after another; null: the first of all. Null when there is none. */
  Deadline nextDeadline(Deadline after);
}
