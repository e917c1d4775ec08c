package dev.rota.bots.naive;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotStatus;
import dev.rota.bots.Cancelled;
import dev.rota.bots.JobEvent;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import dev.rota.bots.Submitted;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** A seeded grid: the seed picks how often each kind of move comes, and then the moves. */
final class NaiveHistory {
  /** What happens, and when; a null record is time passing. */
  record Event(long atMillis, SpecificRecord record) {
    /** The same, as somebody sees it. */
    Event seen(UnaryOperator<SpecificRecord> by) {
      return record == null ? this : new Event(atMillis, by.apply(record));
    }
  }

  static final List<String> INSTANCES = List.of("a", "b", "c", "");
  private static final List<BotStatus> STATUSES = List.of(BotStatus.values());
  private static final List<ReportedState> REPORTED = List.of(ReportedState.values());
  private static final List<String> SYSTEMS = List.of("linux", "mac");

  /** U+FF5E comes before U+1F600 by code points and by bytes, and behind it by UTF-16. */
  private static final List<String> FAR = List.of("\ud83d\ude00", "\uff5e");

  private static final List<Integer> PRIORITIES =
      List.of(Integer.MIN_VALUE, Integer.MIN_VALUE + 1, Integer.MAX_VALUE);
  private static final List<Integer> CAPACITIES =
      List.of(0, -1, 100_000, 100_001, Integer.MAX_VALUE, Integer.MIN_VALUE);
  private static final List<String> ACTIONS = List.of("x", "y", "z");
  private static final List<String> HINTS = List.of("h", "g", "");
  private static final StatusCode[] CODES = StatusCode.values();

  private final Random random;
  private final NaivePolicyMaker policies;
  private final double submits;
  private final double cancels;
  private final double switches;
  private final double noise;
  private final double sick;
  private final double idle;
  private final double haste;
  private final int bots;
  private final boolean plain;
  private final boolean contested;
  private final double done;
  private long at;
  private int jobs;
  private SpecificRecord last;

  NaiveHistory(long seed) {
    random = new Random(seed);
    contested = random.nextInt(3) == 0;
    policies = new NaivePolicyMaker(random, contested);
    submits = 0.15 + random.nextDouble() * 0.5;
    cancels = rarely(0.1);
    switches = 0.01 + rarely(0.08);
    noise = rarely(0.3);
    sick = contested ? rarely(0.05) : rarely(0.4);
    idle = rarely(0.3);
    haste = random.nextDouble();
    bots = 1 + random.nextInt(contested ? 3 : 6);
    plain = contested || random.nextInt(3) == 0;
    done = contested ? 0.3 : 0.4;
    at = 1L + random.nextInt(2000);
  }

  private double rarely(double most) {
    return random.nextBoolean() ? 0 : random.nextDouble() * most;
  }

  private boolean is(double chance) {
    return random.nextDouble() < chance;
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** The next move; it sees the grid, as bots and clients do. */
  Event next(NaiveGrid grid, boolean first) {
    at += step();
    if (is(idle)) {
      return new Event(at, null);
    }
    SpecificRecord record;
    if (first || is(switches)) {
      record = policies.next();
    } else if (last != null && is(noise * 0.2)) {
      record = last;
    } else if (is(cancels)) {
      record = new JobEvent(NaiveGrid.NAME, new Cancelled(operation(grid)));
    } else {
      record = is(submits) ? job() : beat(grid);
    }
    last = record;
    return new Event(is(noise * 0.1) ? Math.max(0, at - random.nextInt(5000)) : at, record);
  }

  private long step() {
    double how = random.nextDouble();
    if (how < haste * 0.5) {
      return 0;
    }
    if (how < 0.6) {
      return random.nextInt(40);
    }
    return how < 0.97 ? random.nextInt(1500) : random.nextInt(30_000);
  }

  private String operation(NaiveGrid grid) {
    List<String> known = new ArrayList<>();
    for (NaiveJob job : grid.jobs) {
      if (!job.isOver() || is(0.1)) {
        known.addAll(job.operations.keySet());
      }
    }
    return known.isEmpty() || is(0.05) ? "o" + random.nextInt(jobs + 1) : any(known);
  }

  private JobEvent job() {
    jobs++;
    boolean shared = is(0.3);
    boolean again = is(noise * 0.2);
    String name = job(again ? random.nextInt(jobs) : jobs);
    String instance = contested && is(0.7) ? INSTANCES.get(jobs / 5 % 3) : anyInstance();
    int rank = contested && !instance.equals("a") ? 2 : 0;
    return new JobEvent(
        NaiveGrid.NAME,
        Submitted.newBuilder()
            .setJob(is(noise * 0.05) ? "" : name)
            .setInstance(instance)
            .setPriority(is(0.02) ? any(PRIORITIES) : rank + (is(0.5) ? 0 : random.nextInt(7) - 3))
            .setLabel(
                is(contested ? 0.03 : 0.15) ? any(List.of("linux", "mac", "unknown", "odd")) : null)
            .setProperties(needs())
            .setLocalityHint(is(0.4) ? any(HINTS) : null)
            .setAction(shared ? any(ACTIONS) : null)
            .setDoNotCache(!shared || is(0.2))
            .setOperation(is(0.2) ? "o" + random.nextInt(jobs + 1) : null)
            .setTimeoutMs(is(0.1) ? timeout() : null)
            .setCached(is(0.04))
            .setPayload(opaque(jobs, 4096))
            .build());
  }

  /** Without a draw: nothing, no bytes, some, or as many as may be. */
  private static ByteBuffer opaque(int number, int max) {
    if (number % 5 == 0) {
      return null;
    }
    byte[] bytes = new byte[number % 61 == 1 ? max : number % 5 == 1 ? 0 : number % 40];
    Arrays.fill(bytes, (byte) number);
    return ByteBuffer.wrap(bytes);
  }

  /** Some names differ far behind the letters. */
  private static String job(int number) {
    return "j" + number + (number % 5 < 2 ? FAR.get(number % 5) : "");
  }

  static String bot(int number) {
    return "w" + (number % 3 < 2 ? FAR.get(number % 3) : "") + number;
  }

  private long timeout() {
    return is(0.1) ? any(List.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE)) : random.nextInt(40_000);
  }

  private String anyInstance() {
    return any(INSTANCES.subList(0, is(0.05) ? 4 : 3));
  }

  private Map<String, List<String>> needs() {
    Map<String, List<String>> needs = new LinkedHashMap<>();
    if (is(contested ? 0.03 : plain ? 0.1 : 0.7)) {
      needs.put("OSFamily", is(noise * 0.1) ? any(List.of(SYSTEMS, FAR)) : List.of(any(SYSTEMS)));
    }
    if (is(contested ? 0.01 : plain ? 0.05 : 0.2)) {
      needs.put("ISA", is(0.2) ? List.of("x86", "arm") : List.of(any(List.of("x86", "arm"))));
    }
    if (is(noise * 0.2)) {
      needs.put(any(List.of("pool", "image", "gpu")), List.of("p"));
    }
    return needs;
  }

  private Map<String, List<String>> has(int bot) {
    Map<String, List<String>> has = new LinkedHashMap<>();
    if (!plain || bot % 2 == 1) {
      has.put("OSFamily", bot % 4 == 3 ? List.of("mac", "linux") : List.of(SYSTEMS.get(bot % 2)));
    }
    has.put("ISA", bot % 3 == 0 ? List.of("x86", "arm") : List.of("x86"));
    if (is(noise * 0.05)) {
      has.put("image", List.of("q"));
    }
    return has;
  }

  private BotHeartbeat beat(NaiveGrid grid) {
    int number = random.nextInt(bots);
    String name = bot(number);
    NaiveBot live = grid.bot(name);
    BotHeartbeat.Builder beat =
        BotHeartbeat.newBuilder()
            .setGrid(NaiveGrid.NAME)
            .setBot(is(noise * 0.02) ? "" : name)
            .setInstance(live != null && !is(noise * 0.05) ? live.instance : instance(number))
            .setStatus(status())
            .setCapacity(capacity(number))
            .setPriority(is(0.8) ? number % 3 : is(0.05) ? any(PRIORITIES) : random.nextInt(4))
            .setProperties(live != null && !is(noise * 0.05) ? live.said : has(number))
            .setLeases(reports(grid, live))
            .setRegistering(is(noise * 0.1))
            .setClosing(is(live == null ? noise * 0.1 : noise * 0.2));
    if (live != null && is(0.8)) {
      beat.setSession(is(noise * 0.1) ? name + "/0" : live.session);
    } else if (live == null && is(noise * 0.2)) {
      beat.setSession(name + "/1");
    }
    return beat.build();
  }

  private String instance(int number) {
    return contested || number % 3 == 0 || is(0.3)
        ? NaiveRules.EVERYBODY
        : INSTANCES.get(number % 3);
  }

  private BotStatus status() {
    return is(sick * 0.5)
        ? STATUSES.get(is(noise * 0.1) ? 0 : 1 + random.nextInt(5))
        : BotStatus.OK;
  }

  private int capacity(int number) {
    if (is(noise * 0.05)) {
      return any(CAPACITIES);
    }
    return 1 + (is(0.85) ? number % 3 : random.nextInt(4));
  }

  private List<LeaseReport> reports(NaiveGrid grid, NaiveBot live) {
    List<LeaseReport> reports = new ArrayList<>();
    if (live != null) {
      for (NaiveJob job : live.held) {
        if (is(0.9)) {
          reports.add(report(job));
        }
      }
    }
    while (!grid.jobs.isEmpty() && is(noise * 0.5)) {
      reports.add(random.nextInt(reports.size() + 1), report(any(grid.jobs)));
    }
    return reports;
  }

  private LeaseReport report(NaiveJob job) {
    ReportedState state = is(done) ? ReportedState.COMPLETED : ReportedState.ACTIVE;
    if (is(noise * 0.05)) {
      state = any(REPORTED);
    }
    StatusCode code = null;
    if (is(0.4)) {
      code = is(0.7) ? any(List.of(StatusCode.INTERNAL, StatusCode.UNAVAILABLE)) : any(codes());
    }
    Integer exit = is(0.2) ? Integer.valueOf(random.nextInt(3)) : null;
    Integer attempt = is(0.6) ? Integer.valueOf(job.attempt()) : null;
    if (is(noise * 0.3)) {
      attempt = Math.max(1, job.attempt() - 1 + random.nextInt(3));
    }
    ByteBuffer result = opaque(job.number + 7 * job.attempt(), 16_384);
    return new LeaseReport(job.name(), state, code, exit, attempt, result);
  }

  private List<StatusCode> codes() {
    return List.of(CODES).subList(is(noise * 0.05) ? 0 : 1, CODES.length);
  }
}
