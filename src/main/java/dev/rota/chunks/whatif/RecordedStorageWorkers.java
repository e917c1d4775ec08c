package dev.rota.chunks.whatif;

import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NodeFact.NodeHeard;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.kernel.domain.FleetModel;
import dev.rota.kernel.domain.Participants;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The workers of a network, who ping as they did. */
final class RecordedStorageWorkers implements Participants<ChunksState, ChunksFact> {
  private final FleetModel fleet;

  /** The last ping of each. */
  private final Map<String, WorkerPing> said = new HashMap<>();

  RecordedStorageWorkers(FleetModel fleet) {
    this.fleet = fleet;
  }

  @Override
  public void recorded(Past turn, List<ChunksFact> facts) {
    for (ChunksFact fact : facts) {
      if (fact instanceof NodeHeard heard && heard.joined()) {
        fleet.registered(heard.worker());
      }
    }
  }

  @Override
  public void begin(long endMillis) {
    fleet.begin();
  }

  @Override
  public List<Sent> instead(Past turn, ChunksState now) {
    Sent input = turn.input();
    if (!(input.record() instanceof WorkerPing ping)) {
      return List.of(input);
    }
    said.put(ping.getWorker(), ping);
    return fleet.insteadOf(ping.getWorker(), turn.atMillis()).stream()
        .map(worker -> ping(worker, ping, input.atMillis()))
        .toList();
  }

  @Override
  public long nextMillis() {
    return fleet.nextMillis();
  }

  /** An added worker pings when the fleet changes. */
  @Override
  public Sent next(ChunksState now) {
    long at = fleet.nextMillis();
    String worker = fleet.next();
    WorkerPing like = said.get(fleet.original(worker));
    return like == null || like.getLeaving()
        ? null // it comes when that one does
        : ping(worker, like, at);
  }

  private static Sent ping(String worker, WorkerPing like, long atMillis) {
    WorkerPing ping = WorkerPing.newBuilder(like).setWorker(worker).build();
    return new Sent(ChunksWire.PINGS, atMillis, ping);
  }
}
