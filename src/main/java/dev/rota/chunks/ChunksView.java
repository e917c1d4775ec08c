package dev.rota.chunks;

import dev.rota.engine.Deadline;
import java.util.Map;

/** The questions that the rules may ask: they read, and cannot write. */
interface ChunksView {
  Policy policy();

  /** That of the generation that stands. */
  Policy standingPolicy();

  Standing standing();

  Nodes nodes();

  /** What is listed of a dataset. */
  Dataset dataset(String name);

  /** The datasets that have chunks, by name. */
  Map<String, Dataset> datasets();

  ChunkRow chunk(ChunkName name);

  /** All chunks that are listed of a dataset, by id, with their bytes. */
  Map<String, Long> listed(String dataset);

  /** Whether the next generation may be another one than that which stands. */
  boolean isPending();

  /** Whether something of this turn asks for another placement. */
  boolean isStirred();

  /** What came of the last try, in this turn. */
  Placed tried();

  /** The assignment that stands. */
  LivePlacement live();

  /** The first deadline after another; null: the first of all. Null when there is none. */
  Deadline nextDeadline(Deadline after);
}
