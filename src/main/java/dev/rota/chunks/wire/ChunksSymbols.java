package dev.rota.chunks.wire;

import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.FactorLimit;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.PingRefusal;
import dev.rota.chunks.PolicyRefusal;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.ShortageReason;
import dev.rota.chunks.model.ListingFact.ListingFault;
import dev.rota.chunks.model.ListingKind;
import dev.rota.chunks.model.NetworkFact.Limit;
import dev.rota.chunks.model.NetworkFact.PolicyFault;
import dev.rota.chunks.model.NodeFact.PingFault;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.placement.PlacementShortage;

/** Maps the rules' constants to the schemas' symbols. The compiler checks that none is missing. */
final class ChunksSymbols {
  private ChunksSymbols() {}

  static ListingOutcomeKind of(ListingKind it) {
    return switch (it) {
      case LISTED -> ListingOutcomeKind.LISTED;
      case REFUSED -> ListingOutcomeKind.REFUSED;
      case RECEIVED -> ListingOutcomeKind.RECEIVED;
      case REPEATED -> ListingOutcomeKind.REPEATED;
      case EXPIRED -> ListingOutcomeKind.EXPIRED;
      case ABORTED -> ListingOutcomeKind.ABORTED;
      case REPLACED -> ListingOutcomeKind.REPLACED;
    };
  }

  static ChunkRefusal of(ListingFault it) {
    return switch (it) {
      case CONFLICT -> ChunkRefusal.CONFLICT;
      case NOT_FOUND -> ChunkRefusal.NOT_FOUND;
      case OUT_OF_RANGE -> ChunkRefusal.OUT_OF_RANGE;
      case TOO_LARGE -> ChunkRefusal.TOO_LARGE;
      case INVALID_ARGUMENT -> ChunkRefusal.INVALID_ARGUMENT;
      case OVERLAP -> ChunkRefusal.OVERLAP;
      case TOO_MANY_LISTINGS -> ChunkRefusal.TOO_MANY_LISTINGS;
    };
  }

  static PingRefusal of(PingFault it) {
    return switch (it) {
      case BAD_PEER_ID -> PingRefusal.BAD_PEER_ID;
      case OUT_OF_RANGE -> PingRefusal.OUT_OF_RANGE;
      case NOT_FOUND -> PingRefusal.NOT_FOUND;
      case INVALID_ARGUMENT -> PingRefusal.INVALID_ARGUMENT;
      case TOO_MANY_WORKERS -> PingRefusal.TOO_MANY_WORKERS;
      case LATE -> PingRefusal.LATE;
    };
  }

  static PolicyRefusal of(PolicyFault it) {
    return switch (it) {
      case OUT_OF_RANGE -> PolicyRefusal.OUT_OF_RANGE;
      case CONFLICT -> PolicyRefusal.CONFLICT;
      case INVALID_ARGUMENT -> PolicyRefusal.INVALID_ARGUMENT;
      case UNSUPPORTED_VALUE -> PolicyRefusal.UNSUPPORTED_VALUE;
      case NOT_FOUND -> PolicyRefusal.NOT_FOUND;
    };
  }

  static Reliability of(WorkerStatus it) {
    return switch (it) {
      case ONLINE -> Reliability.ONLINE;
      case STALE_RPC -> Reliability.STALE_RPC;
      case STALE -> Reliability.STALE;
      case LOW_UPTIME -> Reliability.LOW_UPTIME;
      case SUSPICIOUS -> Reliability.SUSPICIOUS;
      case UNSUPPORTED_VERSION -> Reliability.UNSUPPORTED_VERSION;
      case MARKED -> Reliability.MARKED;
      case OFFLINE -> Reliability.OFFLINE;
    };
  }

  static FactorLimit of(Limit it) {
    return switch (it) {
      case NONE -> FactorLimit.NONE;
      case WORKERS -> FactorLimit.WORKERS;
      case ROOM -> FactorLimit.ROOM;
    };
  }

  static ShortageReason of(PlacementShortage.Reason it) {
    return switch (it) {
      case NOT_ENOUGH_CAPACITY -> ShortageReason.NOT_ENOUGH_CAPACITY;
      case NO_WORKER_FOR_CHUNK -> ShortageReason.NO_WORKER_FOR_CHUNK;
      case VERSION_RESTRICTION -> ShortageReason.VERSION_RESTRICTION;
      case TOO_MANY_COPIES -> ShortageReason.TOO_MANY_COPIES;
    };
  }
}
