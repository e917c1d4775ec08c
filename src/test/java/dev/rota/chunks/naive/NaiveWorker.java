package dev.rota.chunks.naive;

import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerPing;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A worker of the network, as its last ping has it. */
final class NaiveWorker {
  final String name;
  final WorkerPing said;
  final long saidMillis;

  /** When it pinged, since its uptime is measured; all of it is kept. */
  final List<Long> pings = new ArrayList<>();

  /** Whether its pings covered enough when its uptime was last looked at. */
  private boolean up = true;

  /** Another ping; {@code before} null: the first. */
  NaiveWorker(WorkerPing said, long saidMillis, NaiveWorker before) {
    this.name = said.getWorker();
    this.said = said;
    this.saidMillis = saidMillis;
    if (before != null) {
      pings.addAll(before.pings);
    }
    pings.add(saidMillis);
  }

  /** Its uptime is measured anew. */
  void forgetPings() {
    pings.clear();
    pings.add(saidMillis);
  }

  /** The length of a sixtieth of the window. */
  private static long sixtieth(NaiveRules rules) {
    return (rules.number("uptimeWindowMs") + 59) / 60;
  }

  /** Which sixtieths are covered, counted from this one. */
  private BitSet covered(NaiveRules rules, long first) {
    long length = sixtieth(rules);
    long covers = Math.max(length, rules.number("pingIntervalMs"));
    long most = Math.min(covers, rules.number("uptimeWindowMs"));
    BitSet covered = new BitSet();
    for (long at : pings) {
      int end = (int) Math.max(0, (at + most) / length - first + 1);
      covered.set((int) Math.min(end, Math.max(0, at / length - first)), end);
    }
    return covered;
  }

  /** What share of the window is covered; null: nobody looks. */
  Double share(NaiveRules rules, long nowMillis) {
    long now = nowMillis / sixtieth(rules);
    return rules.minUptime() == 0
        ? null
        : (Double) share(covered(rules, now - 59), now - 59, now, pings.get(0) / sixtieth(rules));
  }

  private static double share(BitSet covered, long from, long now, long measured) {
    int first = (int) (Math.max(measured, now - 59) - from);
    int end = (int) (now - from + 1);
    return (double) covered.get(first, end).cardinality() / (end - first);
  }

  private boolean isUpEnough(NaiveRules rules, long nowMillis) {
    return rules.minUptime() == 0 || share(rules, nowMillis) >= rules.minUptime();
  }

  /** When it is up enough at the earliest: if it pings all the time from now on. */
  long upAt(NaiveRules rules, long nowMillis) {
    NaiveWorker eager = new NaiveWorker(said, saidMillis, this);
    long at = nowMillis;
    eager.pings.add(at);
    while (!eager.isUpEnough(rules, at)) {
      at = (at / sixtieth(rules) + 1) * sixtieth(rules);
      eager.pings.add(at);
    }
    return at;
  }

  /** Its uptime is looked at: it counts until the next time. */
  void look(NaiveRules rules, long nowMillis) {
    up = isUpEnough(rules, nowMillis);
  }

  /** When it is to be looked at again without a ping; null: never. */
  Long uptimeTurns(NaiveRules rules, long nowMillis) {
    long length = sixtieth(rules);
    double least = rules.minUptime();
    long now = nowMillis / length;
    BitSet covered = covered(rules, now - 59);
    for (long one = now; one < now + 130; one++) {
      double share = share(covered, now - 59, one, pings.get(0) / length);
      if (share >= least != up) {
        return one * length;
      }
    }
    return null;
  }

  NaiveVersion version() {
    return NaiveVersion.of(said.getVersion());
  }

  long counted(NaiveRules rules) {
    long most = rules.number("capacityBytesMax");
    return most > 0 ? Math.min(most, said.getCapacityBytes()) : said.getCapacityBytes();
  }

  /** What it is now, with or without a mark. */
  Reliability status(NaiveRules rules, boolean marked, Long latestEpoch, long nowMillis) {
    Reliability said = status(rules, latestEpoch, nowMillis);
    if (said == Reliability.OFFLINE) {
      return said;
    }
    if (marked) {
      return Reliability.MARKED;
    }
    boolean isWorse = said == Reliability.UNSUPPORTED_VERSION || said == Reliability.SUSPICIOUS;
    return isWorse || up ? said : Reliability.LOW_UPTIME;
  }

  /** What it is now, if so many epochs were said by anybody at most; null: none was. */
  private Reliability status(NaiveRules rules, Long latestEpoch, long nowMillis) {
    if (nowMillis - saidMillis > rules.number("pingTimeoutMs")) {
      return Reliability.OFFLINE;
    }
    boolean silent = rules.minVersion() == null && said.getVersion() == null;
    if (!silent
        && (version() == null || version().isOlderThan(NaiveVersion.of(rules.supported())))) {
      return Reliability.UNSUPPORTED_VERSION;
    }
    if (said.getSuspicious()) {
      return Reliability.SUSPICIOUS;
    }
    long stored = said.getStoredBytes() == null ? 0 : said.getStoredBytes();
    if (stored < rules.number("staleBytes")) {
      return Reliability.STALE;
    }
    long lag = rules.number("maxEpochLag");
    boolean behind =
        lag >= 0
            && latestEpoch != null
            && (said.getEpoch() == null || said.getEpoch() < latestEpoch - lag);
    return behind ? Reliability.STALE_RPC : Reliability.ONLINE;
  }

  boolean isDeprecated(NaiveRules rules, Reliability status) {
    return status == Reliability.ONLINE
        && version() != null
        && version().isOlderThan(NaiveVersion.of(rules.recommended()));
  }
}
