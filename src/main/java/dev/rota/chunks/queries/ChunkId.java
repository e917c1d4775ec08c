package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.placement.ChunkName;

/**
 * The id by which a chunk is asked about: {@code <dataset>/<chunk>}, the text that places it (rule
 * 3). Both names may have slashes. If two chunks have one id, the one whose dataset has the shorter
 * name is meant.
 */
record ChunkId(String id) {
  static String of(String dataset, String chunk) {
    return dataset + "/" + chunk;
  }

  /** Returns the chunk's own name if it is one of this dataset, else null. */
  String in(String dataset) {
    int slash = dataset.length();
    boolean begins = id.length() > slash + 1 && id.charAt(slash) == '/' && id.startsWith(dataset);
    return begins ? id.substring(slash + 1) : null;
  }

  boolean is(ChunkName name) {
    return name != null && name.id().equals(in(name.dataset()));
  }

  /** Returns the chunk of this id that is listed, placed or about to be listed, or null. */
  ChunkName known(ChunksView view) {
    for (int at = id.indexOf('/'); at >= 0; at = id.indexOf('/', at + 1)) {
      ChunkName name = new ChunkName(id.substring(0, at), id.substring(at + 1));
      boolean unknown = view.chunk(name).isNothing(view.standing().generation());
      if (!unknown || view.live().slot(name) >= 0) {
        return name;
      }
    }
    return null;
  }
}
