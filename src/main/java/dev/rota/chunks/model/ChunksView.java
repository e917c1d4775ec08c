package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.ExcessCapacity;
import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.placement.PlacementResult;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.values.RulesEdition;
import dev.rota.kernel.engine.Deadline;
import java.util.List;
import java.util.Map;

/** The read-only view of the rules. */
public interface ChunksView {
  /** Returns the version of the rules that decides. */
  RulesEdition edition();

  NetworkPolicy policy();

  NetworkPolicy standingPolicy();

  CurrentGeneration standing();

  WorkerNodes nodes();

  /** Returns the marked workers. */
  WorkerMarks marks();

  /** Returns the listed chunks of a dataset. */
  Dataset dataset(String name);

  /** Returns the datasets with chunks, sorted by name. */
  Map<String, Dataset> datasets();

  ChunkRow chunk(ChunkName name);

  /** Returns the multi-record listings. */
  ListingIndex listings();

  /** Returns the dataset's list after the open listing, or null if no listing is open. */
  FutureChunkList coming(String dataset);

  /** Returns the datasets of an open listing. */
  List<String> claimed(String listing);

  /** True if rows must be swept and this turn has written rows anyway. */
  boolean isToSweep();

  /** True if the next generation may differ from the current one. */
  boolean isPending();

  /** True if a generation would have something to place or to let go. */
  boolean isPlacing();

  /** True if this turn changed an input of the placement. */
  boolean isStirred();

  /** Returns the result of this turn's last try. */
  PlacementResult tried();

  /** Returns the current assignment. */
  Placement live();

  /** Returns which workers' figures made the last try fail, or null if none did. */
  ExcessCapacity excess();

  /** Returns the first deadline after {@code after} (null: the first), or null if there is none. */
  Deadline nextDeadline(Deadline after);
}
