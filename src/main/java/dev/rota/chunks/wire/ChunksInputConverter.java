package dev.rota.chunks.wire;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.model.ChunksInput.Added;
import dev.rota.chunks.model.ChunksInput.Listing;
import dev.rota.chunks.model.ChunksInput.Piece;
import dev.rota.chunks.model.ChunksInput.Ping;

/** Converts generated records to inputs. */
final class ChunksInputConverter {
  private ChunksInputConverter() {}

  static Listing listing(ChunkListing l) {
    return new Listing(
        l.getDataset(),
        l.getAdded().stream().map(chunk -> new Added(chunk.getChunk(), chunk.getBytes())).toList(),
        l.getRemoved(),
        l.getReplace(),
        new Piece(l.getListing(), l.getPart(), l.getParts(), l.getAbort()));
  }

  static Ping ping(WorkerPing p) {
    return new Ping(
        p.getWorker(),
        p.getCapacityBytes(),
        p.getVersion(),
        p.getStoredBytes(),
        p.getEpoch(),
        p.getLeaving(),
        p.getSuspicious());
  }
}
