package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksInput.Ping;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.NodeFact.PingFault;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.HashRings;
import dev.rota.chunks.values.InputMaxima;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.values.RulesEdition;
import dev.rota.kernel.domain.NameCheck;

/**
 * The refusal of an invalid ping (rule 2).
 *
 * @param detail the field, its value and the remedy
 */
record PingAdmission(PingFault reason, String detail) {
  /**
   * Returns null if the ping counts.
   *
   * @param known the worker of that name, or null
   * @param saidMillis the ping's timestamp
   */
  static PingAdmission refusal(
      ChunksView view, Ping ping, WorkerNode known, long saidMillis, long nowMillis) {
    boolean there = known != null && known.isThere();
    PingAdmission wrong = ping.leaving() ? leaving(there) : figures(ping, view.edition());
    if (wrong == null && view.edition().isBounded()) {
      wrong = time(saidMillis, nowMillis);
    }
    if (wrong == null) {
      wrong = late(view.policy(), there ? known.heard() : null, saidMillis, nowMillis);
    }
    if (wrong == null && known == null && view.nodes().count() >= HashRings.WORKERS_MAX) {
      wrong =
          new PingAdmission(
              PingFault.TOO_MANY_WORKERS,
              "the network has " + HashRings.WORKERS_MAX + " workers: no more can be numbered");
    }
    return wrong;
  }

  private static PingAdmission leaving(boolean there) {
    return there
        ? null
        : new PingAdmission(
            PingFault.NOT_FOUND, "the worker is not part of the network: it need not leave");
  }

  private static PingAdmission figures(Ping ping, RulesEdition edition) {
    String range = edition.outside("capacityBytes", ping.capacity(), 1);
    if (range != null) {
      return outOfRange(range);
    }
    range = ping.stored() == null ? null : edition.outside("storedBytes", ping.stored(), 0);
    if (range == null && ping.epoch() != null) {
      range = edition.outside("epoch", ping.epoch(), 0);
    }
    if (range != null) {
      return outOfRange(range + ", or null");
    }
    String wrong = ping.version() == null ? null : NameCheck.wrong("version", ping.version());
    return wrong == null ? null : new PingAdmission(PingFault.INVALID_ARGUMENT, wrong);
  }

  /** A ping's own time too has a largest value, and a least one. */
  private static PingAdmission time(long saidMillis, long nowMillis) {
    String wrong = InputMaxima.time(nowMillis);
    if (wrong == null && saidMillis < 0) {
      wrong = "the record's timestamp is " + saidMillis + ": at least 0, epoch ms";
    }
    return wrong == null ? null : outOfRange(wrong);
  }

  private static PingAdmission outOfRange(String detail) {
    return new PingAdmission(PingFault.OUT_OF_RANGE, detail);
  }

  /**
   * The newest ping of a worker counts, in any order of arrival. A ping that is older than the
   * forget timeout cannot join the network.
   *
   * @param last null if the worker is not part of the network
   */
  private static PingAdmission late(
      NetworkPolicy policy, WorkerNode.Heard last, long saidMillis, long nowMillis) {
    String detail = null;
    if (last != null && saidMillis < last.atMillis()) {
      detail =
          "the record's timestamp is "
              + (last.atMillis() - saidMillis)
              + " ms before that of the worker's last ping: the later one counts";
    } else if (last == null && saidMillis < nowMillis - policy.health().forgetAfter()) {
      detail =
          "the record's timestamp is "
              + (nowMillis - saidMillis)
              + " ms before the network's time, and forgetAfterMs is "
              + policy.health().forgetAfter()
              + ": ping again, and check the sender's clock";
    }
    return detail == null ? null : new PingAdmission(PingFault.LATE, detail);
  }
}
