package dev.rota.cores.naive;

import dev.rota.cores.model.CoreShare;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rules of coretime once more, as the specification words them: lists and scans. Letters in
 * brackets are the specification's rules.
 */
final class NaiveCoretime {
  private static final BigDecimal MAX =
      BigDecimal.TWO.pow(128).subtract(BigDecimal.ONE).movePointLeft(18);

  /** One core: its present work, and the queue of schedules by their begins. */
  static final class Core {
    List<CoreShare> work;
    Long end;
    int position;
    int[] remaining;
    int step;
    final List<Schedule> queue = new ArrayList<>();
  }

  static final class Schedule {
    long begin;
    List<CoreShare> shares = new ArrayList<>();
    Long end;
  }

  static final class Order {
    final long para;
    final String collator;
    long block;

    Order(long para, String collator, long block) {
      this.para = para;
      this.collator = collator;
      this.block = block;
    }
  }

  /** What a core has in a block. */
  record Turn(long para, String collator) {}

  Map<Integer, Core> cores = new TreeMap<>();
  List<Order> queue = new ArrayList<>();
  BigDecimal traffic = BigDecimal.ONE;

  /** (K2) Returns why it is refused, or null. */
  String assign(int index, long begin, List<CoreShare> shares, Long end) {
    if (shares.isEmpty()) {
      return "ASSIGNMENTS_EMPTY";
    }
    Core core = cores.computeIfAbsent(index, _ -> new Core());
    Schedule last = core.queue.isEmpty() ? null : core.queue.get(core.queue.size() - 1);
    if (last != null && begin < last.begin) {
      return "DISALLOWED_INSERT";
    }
    if (last == null || begin > last.begin) {
      last = new Schedule();
      last.begin = begin;
      core.queue.add(last);
    }
    last.shares.addAll(shares);
    last.end = end;
    return null;
  }

  /** (K3) */
  private static void work(Core core, long block) {
    if (core.work != null && core.end != null && core.end <= block) {
      core.work = null;
    }
    if (core.queue.isEmpty() || core.queue.get(0).begin > block) {
      return;
    }
    core.work = null;
    while (!core.queue.isEmpty() && core.work == null) {
      Schedule first = core.queue.remove(0);
      if (first.end == null || first.end > block) {
        core.work = first.shares;
        core.end = first.end;
        core.position = 0;
        core.remaining = first.shares.stream().mapToInt(CoreShare::parts).toArray();
        core.step = Collections.min(first.shares.stream().map(CoreShare::parts).toList());
      }
    }
  }

  /** (K4) Returns whose turn it is, or null. */
  private static CoreShare step(Core core) {
    if (core.work == null) {
      return null;
    }
    int at = core.position % core.work.size();
    core.position = at;
    CoreShare share = core.work.get(at);
    core.remaining[at] = Math.max(0, core.remaining[at] - core.step);
    if (core.remaining[at] < core.step) {
      core.position++;
      core.remaining[at] = Math.min(57_600, core.remaining[at] + share.parts());
    }
    return share;
  }

  /** (K5, the first three sentences; K6) */
  Map<Integer, Turn> advance(long block) {
    Map<Integer, Turn> turns = new TreeMap<>();
    List<Integer> pool = new ArrayList<>();
    cores.forEach(
        (index, core) -> {
          work(core, block);
          CoreShare share = step(core);
          if (share != null && share.use() == CoreShare.Use.TASK) {
            turns.put(index, new Turn(share.para(), null));
          }
          if (share != null && share.use() == CoreShare.Use.POOL) {
            pool.add(index);
          }
        });
    Set<Long> taken = new TreeSet<>();
    Map<Long, String> collators = new TreeMap<>();
    List<Order> others = new ArrayList<>();
    for (Order order : queue) {
      if (order.block + 2 <= block && taken.size() < pool.size() && taken.add(order.para)) {
        collators.put(order.para, order.collator);
      } else {
        others.add(order);
      }
    }
    queue = others;
    int next = 0;
    for (long para : taken) {
      turns.put(pool.get(next++), new Turn(para, collators.get(para)));
    }
    return turns;
  }

  /** (K5) Changes the chain; returns what the cores show. */
  Map<Integer, Turn> block(long block, int count, Set<Integer> blocked) {
    Map<Integer, Turn> shown = new TreeMap<>();
    advance(block)
        .forEach(
            (core, turn) -> {
              if (blocked.contains(core)) {
                if (turn.collator != null && queue.size() < 10_000) {
                  queue.add(new Order(turn.para, turn.collator, block));
                }
              } else if (core < count) {
                shown.put(core, turn);
              }
            });
    copy()
        .advance(block + 1)
        .forEach(
            (core, turn) -> {
              if (!blocked.contains(core) && core < count && !shown.containsKey(core)) {
                shown.put(core, turn);
              }
            });
    return shown;
  }

  /** (K8) */
  Map<Integer, List<Turn>> claimQueue(long next, int lookahead, int count) {
    NaiveCoretime copy = copy();
    List<Map<Integer, Turn>> blocks = new ArrayList<>();
    for (int i = 0; i < lookahead; i++) {
      blocks.add(copy.advance(next + i));
    }
    Map<Integer, List<Turn>> lines = new TreeMap<>();
    for (int core = 0; core < count; core++) {
      List<Turn> line = new ArrayList<>();
      boolean late = lookahead > 1 && blocks.get(0).get(core) == null;
      if (late && blocks.get(1).get(core) != null) {
        line.add(blocks.get(1).get(core));
      }
      while (line.size() < lookahead && blocks.get(line.size()).get(core) != null) {
        line.add(blocks.get(line.size()).get(core));
      }
      if (!line.isEmpty()) {
        lines.put(core, line);
      }
    }
    return lines;
  }

  private NaiveCoretime copy() {
    NaiveCoretime copy = new NaiveCoretime();
    cores.forEach(
        (index, core) -> {
          Core other = new Core();
          other.work = core.work;
          other.end = core.end;
          other.position = core.position;
          other.remaining = core.remaining == null ? null : core.remaining.clone();
          other.step = core.step;
          other.queue.addAll(core.queue);
          copy.cores.put(index, other);
        });
    copy.queue = new ArrayList<>(queue);
    return copy;
  }

  /** (K7) */
  void move(long max, long target, long variability) {
    if (max == 0 || queue.size() > max) {
      return;
    }
    BigDecimal u =
        BigDecimal.valueOf(queue.size())
            .divide(BigDecimal.valueOf(max), 18, RoundingMode.HALF_DOWN);
    BigDecimal t = BigDecimal.valueOf(target, 9);
    BigDecimal d = u.subtract(t).abs();
    BigDecimal v = down(d.multiply(BigDecimal.valueOf(variability, 9)));
    BigDecimal h = down(v.multiply(v)).divide(BigDecimal.TWO, 18, RoundingMode.HALF_DOWN);
    BigDecimal factor = u.compareTo(t) >= 0 ? BigDecimal.ONE.add(d).add(h) : d.subtract(h);
    BigDecimal moved = down(traffic.multiply(factor.max(BigDecimal.ZERO)));
    traffic = moved.max(BigDecimal.ONE).min(MAX);
  }

  private static BigDecimal down(BigDecimal exact) {
    return exact.setScale(18, RoundingMode.DOWN);
  }
}
