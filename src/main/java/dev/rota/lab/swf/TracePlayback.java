package dev.rota.lab.swf;

import dev.rota.base.lines.AnswerRecord;
import dev.rota.base.lines.Envelope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.apache.avro.generic.IndexedRecord;

/**
 * Plays a trace to a grid in virtual time. Clients submit at the trace's times, and bots complete a
 * job when its run time is over.
 *
 * <p>The grid has no gang scheduling: a job takes one slot of one bot. A job of N processors is
 * therefore N jobs, {@code 17.1} to {@code 17.N}. It has started when the last of them has. Each
 * processor is a bot of capacity 1.
 *
 * <p>Events are sent in batches. All events of a batch are for one topic, because nothing orders
 * two topics. No event of a batch depends on the batch's own results: a batch ends before a lease
 * that it may start can end, and its answers are then {@linkplain #hear heard}. The grid's
 * decisions are therefore a function of the trace. At the same instant, leases end before jobs are
 * submitted.
 */
public final class TracePlayback {
  private static final int BATCH_MAX = 1000;

  private record Part(SwfJob job, String name) {
    long runMillis() {
      return job.runMillis();
    }
  }

  private record Running(Part part, String bot, int attempt, long endMillis) {}

  private final Iterator<SwfJob> jobs;
  private final TraceClients clients;
  private final List<String> bots;
  private final long startMillis;
  private final TraceFigures figures;
  private final Map<String, Part> waiting = new HashMap<>();
  private final TreeMap<Long, Integer> waitingRuns = new TreeMap<>();
  private final Map<String, Running> held = new HashMap<>();
  private final PriorityQueue<Running> running =
      new PriorityQueue<>(Comparator.comparingLong(Running::endMillis).thenComparing(Running::bot));
  private SwfJob ahead;
  private long nowMillis;
  private int said;

  /**
   * Creates a playback.
   *
   * @param jobs in the order of submission
   * @param grid the lane
   * @param bots number of bots, at least 1
   * @param startMillis time of the trace's second 0, epoch ms
   */
  public TracePlayback(Iterator<SwfJob> jobs, String grid, int bots, long startMillis) {
    this.jobs = jobs;
    this.clients = new TraceClients(grid);
    this.bots = names(bots);
    this.startMillis = startMillis;
    this.nowMillis = startMillis;
    this.figures = new TraceFigures(bots);
    advance();
  }

  private static List<String> names(int bots) {
    int width = Integer.toString(bots - 1).length();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < bots; i++) {
      String digits = Integer.toString(i);
      names.add("node-" + "0".repeat(width - digits.length()) + digits);
    }
    return names;
  }

  /** Returns the next events in time order, all for one topic. Empty if the trace is over. */
  public List<Envelope> next() {
    if (said == 0) {
      said = 1;
      return List.of(clients.policy(nowMillis));
    }
    if (said <= bots.size()) {
      int end = Math.min(bots.size(), said - 1 + BATCH_MAX);
      List<String> some = bots.subList(said - 1, end);
      said = end + 1;
      return some.stream().map(bot -> clients.beat(bot, nowMillis)).toList();
    }
    return isEndNext() ? ends() : submissions();
  }

  private boolean isEndNext() {
    return !running.isEmpty() && (ahead == null || running.peek().endMillis <= submitMillis());
  }

  /** Ends leases until the next submission, or until a lease that starts now may end. */
  private List<Envelope> ends() {
    List<Envelope> batch = new ArrayList<>();
    long bound = Long.MAX_VALUE;
    while (isEndNext()
        && batch.size() < BATCH_MAX
        && (batch.isEmpty() || running.peek().endMillis < bound)) {
      Running lease = running.remove();
      held.remove(lease.part.name);
      at(lease.endMillis);
      batch.add(clients.done(lease.bot, lease.part.name, lease.attempt, lease.part.job, nowMillis));
      if (!waitingRuns.isEmpty()) {
        bound = Math.min(bound, nowMillis + waitingRuns.firstKey());
      }
      figures.ended(lease.part.job, nowMillis);
    }
    return batch;
  }

  /** Submits jobs until the next lease ends, including leases that this batch starts. */
  private List<Envelope> submissions() {
    List<Envelope> batch = new ArrayList<>();
    long bound = running.isEmpty() ? Long.MAX_VALUE : running.peek().endMillis;
    while (ahead != null
        && batch.size() < BATCH_MAX
        && (batch.isEmpty() || submitMillis() < bound)) {
      at(submitMillis());
      for (int k = 1; k <= ahead.processors(); k++) {
        Part part = new Part(ahead, ahead.number() + "." + k);
        batch.add(clients.submitted(part.name, ahead, nowMillis));
        await(part);
      }
      bound = Math.min(bound, nowMillis + ahead.runMillis());
      figures.submitted(ahead, nowMillis);
      advance();
    }
    return batch;
  }

  /**
   * Takes what the grid published for the last batch, in order.
   *
   * @throws GridRefused if it refused or changed a bot or the policy
   */
  public void hear(List<? extends IndexedRecord> records) {
    for (IndexedRecord record : records) {
      AnswerRecord answer = new AnswerRecord(record);
      if (answer.kind().equals("Lease")) {
        lease(answer);
      } else if (answer.event().text("outcome").equals("REFUSED")) {
        refused(answer.event());
      }
    }
  }

  private void lease(AnswerRecord lease) {
    figures.lease(lease);
    String job = lease.text("job");
    if (lease.text("state").equals("ACTIVE")) {
      start(job, lease);
    } else if (held.containsKey(job)) {
      throw new GridRefused(
          "the lease of job %s on bot %s ended as %s, and its bot had not said so"
              .formatted(job, lease.text("bot"), lease.text("state")));
    }
  }

  private void start(String job, AnswerRecord lease) {
    Part part = stopWaiting(job);
    if (part == null) {
      throw new GridRefused("job " + job + " was started, and nobody waited for it");
    }
    long at = lease.number("at");
    Running started =
        new Running(part, lease.text("bot"), (int) lease.number("attempt"), at + part.runMillis());
    held.put(job, started);
    running.add(started);
    figures.started(part.job, at);
  }

  private void refused(AnswerRecord event) {
    String why = event.text("reason") + ": " + event.text("detail");
    if (!event.kind().equals("JobOutcome")) {
      throw new GridRefused(event.kind() + " " + event.text("bot") + " " + why);
    }
    Part part = stopWaiting(event.text("job"));
    if (part != null) {
      figures.refused(part.job, why);
    }
  }

  private void await(Part part) {
    waiting.put(part.name, part);
    waitingRuns.merge(part.runMillis(), 1, Integer::sum);
  }

  private Part stopWaiting(String name) {
    Part part = waiting.remove(name);
    if (part != null) {
      waitingRuns.computeIfPresent(part.runMillis(), (_, n) -> n == 1 ? null : n - 1);
    }
    return part;
  }

  private void at(long millis) {
    nowMillis = Math.max(nowMillis, millis);
  }

  private long submitMillis() {
    return startMillis + ahead.submitMillis();
  }

  private void advance() {
    ahead = jobs.hasNext() ? jobs.next() : null;
  }

  public TraceFigures figures() {
    return figures;
  }

  /** Returns the number of waiting slots. */
  public int waiting() {
    return waiting.size();
  }
}
