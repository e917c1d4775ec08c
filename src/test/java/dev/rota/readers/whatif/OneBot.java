package dev.rota.readers.whatif;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.Cohort;
import dev.rota.bots.JobEvent;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.Quota;
import dev.rota.bots.ReportedState;
import dev.rota.bots.Submitted;
import dev.rota.bots.wire.BotsWire;
import dev.rota.testing.Book;
import java.util.List;
import java.util.Map;

/**
 * A grid with one bot and two tenants. The job of A runs from 1 000 on. The job of B comes at 2
 * 000; B is below its minimum, so it evicts A's at 7 001, and runs for 1 999 ms. Then A's begins
 * anew, and runs for 11 000 ms, up to 20 000.
 */
public final class OneBot {
  public static final String GRID = "g";
  private static final Map<String, List<String>> LINUX = Map.of("OSFamily", List.of("linux"));

  private OneBot() {}

  /** Its history. */
  public static Book book() {
    Book book = begun();
    book.tick(GRID, 7_001);
    book.take(BotsWire.HEARTBEATS, GRID, 9_000, beat(done("b", 1)));
    book.take(BotsWire.HEARTBEATS, GRID, 20_000, beat(done("a", 2)));
    return book;
  }

  /** Its history up to 6 000, when b waits, and c too, which no bot fits. */
  public static Book waiting() {
    Book book = begun();
    book.take(BotsWire.JOBS, GRID, 6_000, job("c", "A", 1, Map.of("OSFamily", List.of("bsd"))));
    return book;
  }

  /**
   * Two bots, and two jobs of A, whose maximum is 1. The first runs, the second waits since 2 000.
   */
  public static Book full() {
    Book book = new Book(new BotsDomain());
    BotPolicy one =
        BotPolicy.newBuilder(policy()).setQuotas(List.of(new Quota("c", "A", 0, 1))).build();
    book.take(BotsWire.POLICIES, GRID, 0, one);
    book.take(BotsWire.HEARTBEATS, GRID, 0, beat());
    book.take(BotsWire.HEARTBEATS, GRID, 0, BotHeartbeat.newBuilder(beat()).setBot("two").build());
    book.take(BotsWire.JOBS, GRID, 1_000, job("first", "A", 0));
    book.take(BotsWire.JOBS, GRID, 2_000, job("second", "A", 0));
    book.take(BotsWire.HEARTBEATS, GRID, 3_000, beat());
    return book;
  }

  private static Book begun() {
    Book book = new Book(new BotsDomain());
    book.take(BotsWire.POLICIES, GRID, 0, policy());
    book.take(BotsWire.HEARTBEATS, GRID, 0, beat());
    book.take(BotsWire.JOBS, GRID, 1_000, job("a", "A", 1));
    book.take(BotsWire.JOBS, GRID, 2_000, job("b", "B", 0));
    return book;
  }

  private static BotPolicy policy() {
    return BotPolicy.newBuilder()
        .setGrid(GRID)
        .setAssigner(AssignerKind.COHORT)
        .setCohorts(List.of(new Cohort("c", List.of("linux"))))
        .setQuotas(List.of(new Quota("c", "A", 0, 2), new Quota("c", "B", 1, 2)))
        .setPreemptionDelayMs(5_000)
        .build();
  }

  private static JobEvent job(String name, String instance, int priority) {
    return job(name, instance, priority, LINUX);
  }

  private static JobEvent job(
      String name, String instance, int priority, Map<String, List<String>> needs) {
    Submitted submitted =
        Submitted.newBuilder()
            .setJob(name)
            .setInstance(instance)
            .setPriority(priority)
            .setProperties(needs)
            .build();
    return new JobEvent(GRID, submitted);
  }

  private static BotHeartbeat beat(LeaseReport... reports) {
    return BotHeartbeat.newBuilder()
        .setGrid(GRID)
        .setBot("one")
        .setProperties(LINUX)
        .setLeases(List.of(reports))
        .build();
  }

  private static LeaseReport done(String job, int attempt) {
    return LeaseReport.newBuilder()
        .setJob(job)
        .setState(ReportedState.COMPLETED)
        .setAttempt(attempt)
        .build();
  }
}
