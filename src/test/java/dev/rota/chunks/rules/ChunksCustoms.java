package dev.rota.chunks.rules;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyOutcomeKind;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerMark;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.model.ChunksLikeness;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.Given;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.laws.Customs;
import dev.rota.testing.likeness.Likeness;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/** What the laws have to know of the chunks. */
final class ChunksCustoms implements Customs<ChunksState> {
  static final String PEER = "12D3KooWQJUzh4J7AjWKnRpTXFmKYqLvvJZrnGhA8zBMEh6xWm8D";

  /** Longer than any window is open. */
  private static final long LATER_MILLIS = 100_000;

  private static final Set<WorkerOutcomeKind> TO_A_PING =
      EnumSet.of(
          WorkerOutcomeKind.JOINED,
          WorkerOutcomeKind.ALIVE,
          WorkerOutcomeKind.LEFT,
          WorkerOutcomeKind.REFUSED);

  /** Nobody's answer: another record of a listing, or time, brought it about. */
  private static final Set<ListingOutcomeKind> ENDS =
      EnumSet.of(ListingOutcomeKind.EXPIRED, ListingOutcomeKind.REPLACED);

  private static Object event(Output output) {
    return output.record() instanceof NetworkOutcome outcome ? outcome.getEvent() : null;
  }

  @Override
  public boolean isAnswer(SpecificRecord input, Output output) {
    Object event = event(output);
    if (input instanceof ChunkListing) {
      return event instanceof ChunkOutcome listing && !ENDS.contains(listing.getOutcome());
    }
    if (input instanceof ChunkPolicy) {
      return event instanceof PolicyOutcome;
    }
    return event instanceof WorkerOutcome worker && TO_A_PING.contains(worker.getOutcome());
  }

  /** A worker that is there, is seen as before, and says nothing new. */
  @Override
  public boolean isSilent(ChunksState state, Traffic.Event input, long nowMillis) {
    if (!(input.record() instanceof WorkerPing ping) || !mayBeSilent(state, ping)) {
      return false;
    }
    WorkerNode node = state.nodes().get(ping.getWorker());
    WorkerNode.Heard last = node.heard();
    boolean late = input.atMillis() < last.atMillis();
    boolean same =
        ping.getCapacityBytes() == last.capacity()
            && Objects.equals(ping.getVersion(), last.said())
            && ping.getSuspicious() == last.suspicious();
    return !late && same && status(state, node, ping, input.atMillis(), nowMillis) == node.status();
  }

  /** Its epoch may leave others behind, and its set may be due for a snapshot. */
  @Override
  public boolean silentTellsOthers(ChunksState state) {
    return true;
  }

  private static boolean mayBeSilent(ChunksState state, WorkerPing ping) {
    WorkerNode node = state.nodes().get(ping.getWorker());
    boolean possible =
        (ping.getStoredBytes() == null || ping.getStoredBytes() >= 0)
            && (ping.getEpoch() == null || ping.getEpoch() >= 0);
    return !state.policy().telling().beatsAnswered()
        && node != null
        && node.isThere()
        && !ping.getLeaving()
        && possible;
  }

  private static WorkerStatus status(
      ChunksState state, WorkerNode node, WorkerPing ping, long saidMillis, long nowMillis) {
    WorkerNode.Heard last = node.heard();
    WorkerNode.Heard heard =
        new WorkerNode.Heard(
            saidMillis,
            last.capacity(),
            last.said(),
            last.version(),
            ping.getStoredBytes(),
            ping.getEpoch(),
            last.suspicious(),
            PingRoutine.uptime(state, last, saidMillis, nowMillis));
    Long latest = state.nodes().latestEpoch(node, ping.getEpoch());
    OperatorMark mark = state.marks().get(node.name());
    return WorkerHealth.of(heard, mark, state.policy(), latest, nowMillis).status();
  }

  @Override
  public boolean isRefusal(Output output) {
    Object event = event(output);
    return (event instanceof ChunkOutcome c && c.getOutcome() == ListingOutcomeKind.REFUSED)
        || (event instanceof WorkerOutcome w && w.getOutcome() == WorkerOutcomeKind.REFUSED)
        || (event instanceof PolicyOutcome p && p.getOutcome() == PolicyOutcomeKind.REFUSED);
  }

  /** At once: the chunks are listed, the worker is there, the policy is in force already. */
  @Override
  public boolean harmless(Repeat repeat) {
    return !repeat.atOnce() || !repeat.changed();
  }

  /** Everything is removed, everybody leaves, and the last generation has nothing in it. */
  @Override
  public List<Traffic.Event> ending(String network, ChunksState state, long atMillis) {
    List<Traffic.Event> events = new ArrayList<>();
    events.add(policy(network, atMillis));
    for (String marked : state.marks().all().keySet()) {
      ChunkPolicy lifting =
          ChunkPolicy.newBuilder()
              .setNetwork(network)
              .setMark(new WorkerMark(marked, null, null))
              .build();
      events.add(new Traffic.Event(ChunksWire.POLICIES, atMillis, lifting));
    }
    for (String dataset : state.datasets().keySet()) {
      events.add(
          new Traffic.Event(
              ChunksWire.LISTINGS,
              atMillis,
              ChunkListing.newBuilder()
                  .setNetwork(network)
                  .setDataset(dataset)
                  .setReplace(true)
                  .build()));
    }
    for (WorkerNode node : state.nodes().all()) {
      if (node.isThere()) {
        WorkerPing leaving =
            WorkerPing.newBuilder()
                .setNetwork(network)
                .setWorker(node.name())
                .setCapacityBytes(1)
                .setLeaving(true)
                .build();
        events.add(new Traffic.Event(ChunksWire.PINGS, atMillis, leaving));
      }
    }
    events.add(policy(network, atMillis + LATER_MILLIS));
    return events;
  }

  private static Traffic.Event policy(String network, long atMillis) {
    ChunkPolicy policy =
        ChunkPolicy.newBuilder()
            .setNetwork(network)
            .setWeights(Map.of())
            .setSegments(Map.of())
            .setForgetAfterMs(86_400_000L)
            .setListingTimeoutMs(1L)
            .build();
    return new Traffic.Event(ChunksWire.POLICIES, atMillis, policy);
  }

  @Override
  public Map<String, String> unreached() {
    return Map.of(
        "ListingRow.complete is true",
        "a part's fact has its listing as it was before all parts counted",
        "fact's PingFault is TOO_MANY_WORKERS",
        "it takes ten thousand workers",
        "fact's Reason is TOO_MANY_COPIES",
        "it takes a hundred million copies");
  }

  @Override
  public Likeness likeness() {
    return ChunksLikeness.likeness();
  }

  @Override
  public void remember(ChunksState lived, ChunksState reopened) {
    ChunksLikeness.remember(lived, reopened);
  }

  @Override
  public int rowsLeft() {
    return 3; // the policy, that of the last generation, and how that one stands
  }

  @Override
  public boolean hasDeadlines() {
    return true;
  }

  /** Every output says when it happened: what fires does so at its deadline. */
  @Override
  public OptionalLong dueAt(Output output) {
    if (output.record() instanceof WorkerAssignment assignment) {
      return OptionalLong.of(assignment.getAt());
    }
    return output.record() instanceof NetworkOutcome outcome
        ? OptionalLong.of(outcome.getAt())
        : OptionalLong.empty();
  }

  /** A worker is said to hold what was never placed on it. */
  @Override
  public void spoil(ChunksState state) {
    PeerId ghost = PeerId.parse(PEER);
    WorkerNode.Heard heard = new WorkerNode.Heard(0, 10, null, null, null, null, false, null);
    Given.online(state, PEER, ghost, heard);
    PlacementWorker worker = new PlacementWorker(ghost, 10, null, true);
    Given.held(state, PEER, new WorkerNode.Held(worker, 1, 5, SetDigest.EMPTY));
  }
}
