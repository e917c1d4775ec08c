package dev.rota.serving.builds;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.Cancelled;
import dev.rota.bots.JobEvent;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.rules.Grid;
import dev.rota.bots.wire.BotsWire;
import dev.rota.serving.builds.GridLane.GridObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** A grid that a front door reads, without the cluster that it usually lies on. */
final class GridInMemory implements GridReader {
  static final String INSTANCE = "main";

  private static final String NAME = "builds";

  static {
    GeneratedClasses.trust();
  }

  private final Grid grid = new Grid();
  private final BotsWire wire = new BotsWire();
  private final List<GridObserver> observers = new ArrayList<>();
  private final List<BotsFact> decided = new ArrayList<>();
  private boolean together;
  private long now = 1_000;

  @Override
  public <T> T read(Function<BotsState, T> question) {
    return question.apply(grid.state());
  }

  @Override
  public void observe(GridObserver observer) {
    observers.add(observer);
  }

  long now() {
    return now;
  }

  /** Time passes. */
  void wait(int millis) {
    now += millis;
  }

  void take(SpecificRecord input) {
    decided.addAll(grid.take(now, wire.read(input)));
    if (!together) {
      tell();
    }
  }

  /** A follower may read many turns at once. */
  void together(Runnable turns) {
    together = true;
    turns.run();
    together = false;
    tell();
  }

  private void tell() {
    List<BotsFact> facts = List.copyOf(decided);
    decided.clear();
    observers.forEach(one -> one.decided(grid.state(), facts));
  }

  /** An action is to be executed. Equal ones are one job, unless they are not to be cached. */
  void execute(String operation, BlobDigest action, boolean doNotCache) {
    RequestedAction asked = new RequestedAction(action, Map.of(), null, doNotCache);
    take(asked.submitted(NAME, INSTANCE, operation, 0));
  }

  void cancel(String operation) {
    take(new JobEvent(NAME, new Cancelled(operation)));
  }

  /** Returns the session. */
  String beat(String bot, int capacity, LeaseReport... reports) {
    take(
        BotHeartbeat.newBuilder()
            .setGrid(NAME)
            .setBot(bot)
            .setInstance(INSTANCE)
            .setCapacity(capacity)
            .setLeases(List.of(reports))
            .build());
    return grid.state().bot(bot).spec().session();
  }

  void close(String bot) {
    take(
        BotHeartbeat.newBuilder()
            .setGrid(NAME)
            .setBot(bot)
            .setInstance(INSTANCE)
            .setClosing(true)
            .build());
  }

  static LeaseReport completed(String job, StatusCode code) {
    return LeaseReport.newBuilder()
        .setJob(job)
        .setState(ReportedState.COMPLETED)
        .setCode(code)
        .build();
  }

  Job job(String operation) {
    return grid.state().operation(operation);
  }
}
