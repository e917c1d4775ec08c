package dev.rota.chunks.naive;

import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerPing;

/** A worker of the network, as its last ping has it. */
final class NaiveWorker {
  final String name;
  final WorkerPing said;
  final long saidMillis;

  NaiveWorker(WorkerPing said, long saidMillis) {
    this.name = said.getWorker();
    this.said = said;
    this.saidMillis = saidMillis;
  }

  NaiveVersion version() {
    return NaiveVersion.of(said.getVersion());
  }

  long counted(NaiveRules rules) {
    long most = rules.number("capacityBytesMax");
    return most > 0 ? Math.min(most, said.getCapacityBytes()) : said.getCapacityBytes();
  }

  /** What it is now, if so many epochs were said by anybody at most; null: none was. */
  Reliability status(NaiveRules rules, Long latestEpoch, long nowMillis) {
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
