package dev.rota.chunks.naive;

import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerPing;
import dev.rota.kernel.domain.Output;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/** What a turn told, in a few words each. */
final class NaiveCount {
  private static final int MANY = 20;

  private final NaiveTally tally;

  private NaiveCount(NaiveTally tally) {
    this.tally = tally;
  }

  static void of(
      NaiveTally tally,
      NaiveHistory.Event event,
      NaiveRules before,
      NaiveNetwork after,
      List<Output> told) {
    NaiveCount count = new NaiveCount(tally);
    tally.turn();
    if (event.record() == null) {
      tally.count("tick");
    } else if (event.record() instanceof WorkerPing) {
      tally.count(told.isEmpty() ? "ping: silent" : "ping: told");
    }
    if (event.atMillis() < after.nowMillis) {
      tally.count("the clock went back");
    }
    Map<String, Object> was = before.view();
    after
        .rules
        .view()
        .forEach(
            (field, value) -> {
              if (!Objects.equals(value, was.get(field))) {
                tally.count("policy: another " + field);
              }
            });
    told.forEach(count::told);
    if (told.stream()
        .anyMatch(
            one ->
                one.record() instanceof NetworkOutcome some
                    && some.getEvent() instanceof NetworkStatus)) {
      tally.count("order " + after.rules.order());
    }
  }

  /** Which way copies were placed is the engine's own business, but both are to be compared. */
  static void path(NaiveTally tally, SpecificRecord record) {
    if (record instanceof NetworkOutcome outcome
        && outcome.getEvent() instanceof NetworkStatus status) {
      tally.count("path " + status.getPath());
    }
  }

  private void told(Output output) {
    if (output.channel() == Output.Channel.SNAPSHOTS) {
      tally.count(output.record() == null ? "snapshot withdrawn" : "snapshot kept");
    } else if (output.record() instanceof WorkerAssignment delta) {
      tally.count(delta.getSnapshot() ? "snapshot asked for" : "delta");
      tally.count("delta of one that is reliable: " + delta.getReliable());
      note(!delta.getResized().isEmpty(), "delta resized");
    } else {
      event(((NetworkOutcome) output.record()).getEvent());
    }
  }

  private void note(boolean so, String what) {
    if (so) {
      tally.count(what);
    }
  }

  private void event(Object event) {
    if (event instanceof ChunkOutcome one) {
      tally.count("listing " + one.getOutcome());
      one.getRefusals().forEach(chunk -> tally.count("chunk " + chunk.getReason()));
    } else if (event instanceof WorkerOutcome one) {
      tally.count("worker " + one.getOutcome());
      note(one.getStatus() != null, "status " + one.getStatus());
      note(one.getReason() != null, "ping " + one.getReason());
    } else if (event instanceof PolicyOutcome one) {
      tally.count("policy " + one.getOutcome());
      note(one.getReason() != null, "policy " + one.getReason());
      note(!one.getUnlisted().isEmpty(), "policy of a dataset that is not listed");
    } else if (event instanceof GenerationRefused one) {
      tally.count("shortage " + one.getReason());
      note(one.getCapacityBytesMax() != null, "shortage with a bound");
    } else {
      status((NetworkStatus) event);
    }
  }

  private void status(NetworkStatus status) {
    tally.count("generation");
    boolean[] reliable = {false, false};
    for (var worker : status.getWorkers()) {
      if (worker.getAssignedChunks() > 0) {
        reliable[worker.getStatus() == Reliability.ONLINE ? 1 : 0] = true;
      }
    }
    note(reliable[0] && reliable[1], "generation of two passes");
    note(status.getCopies() >= MANY, "generation of many copies");
    note(status.getUnplaced() > 0, "generation with unplaced copies");
    note(status.getResizedCopies() > 0, "generation with resized copies");
    note(status.getExcluded() > 0, "generation without some chunks");
    status.getDatasets().forEach(one -> tally.count("limit " + one.getLimit()));
    for (var worker : status.getWorkers()) {
      note(worker.getDeprecated(), "worker deprecated");
      note(worker.getCountedBytes() < worker.getCapacityBytes(), "worker counts for less");
    }
    for (var cliff : status.getCliffs()) {
      note(cliff.getFallsAfterBytes() != null, "cliff that falls");
      note(cliff.getRisesAfterBytes() != null, "cliff that rises");
    }
  }
}
