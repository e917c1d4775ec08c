package dev.rota.cores.naive;

import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.naive.NaiveCores.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What the specification calls impossible: numbers beyond 32 bits, old blocks, zeroes (G5). */
final class NaiveCoresAdmission {
  private NaiveCoresAdmission() {}

  static void check(NaiveCores chain, Block block) {
    within(block.number(), 0xffffffffL);
    if (block.number() <= chain.lastBlock) {
      throw new Refused(CoresReason.STALE_BLOCK);
    }
    List<Integer> named = new ArrayList<>(block.disputed());
    named.addAll(block.occupied());
    block.freed().stream().map(Freed::core).forEach(named::add);
    named.forEach(core -> within(core, Integer.MAX_VALUE));
    if (block.freed().stream().anyMatch(freed -> freed.reason() == Freeing.UNKNOWN)) {
      throw new Refused(CoresReason.UNSUPPORTED_VALUE);
    }
    block.session().ifPresent(NaiveCoresAdmission::check);
  }

  private static void check(Session session) {
    SessionParameters config = session.parameters();
    if (config.rules() == RuleSet.UNKNOWN) {
      throw new Refused(CoresReason.UNSUPPORTED_VALUE);
    }
    if (config.rules() == RuleSet.GUIDE
        && (config.groupRotationFrequency() == 0
            || config.chainAvailabilityPeriod() == 0
            || config.threadAvailabilityPeriod() == 0)) {
      throw new Refused(CoresReason.INVALID_CONFIGURATION);
    }
    within(session.index(), 0xffffffffL);
    within(session.validators(), 1_000_000);
    within(config.parathreadRetries(), 0xffffffffL);
    within(config.groupRotationFrequency(), 0xffffffffL);
    within(config.chainAvailabilityPeriod(), 0xffffffffL);
    within(config.threadAvailabilityPeriod(), 0xffffffffL);
    within(config.schedulingLookahead(), 0xffffffffL);
    within(config.maxValidatorsPerCore(), 0xffffffffL);
    within(config.maxValidators().orElse(0), 0xffffffffL);
    session.parachains().forEach(para -> within(para, 0xffffffffL));
    session.parathreads().forEach(para -> within(para, 0xffffffffL));
    within(config.parathreadCores(), 0xffffffffL);
    within(cores(session), 65_536);
  }

  static int coresOf(Session session) {
    return Math.toIntExact(cores(session));
  }

  // [6.1]
  private static long cores(Session session) {
    SessionParameters config = session.parameters();
    long needed = new TreeSet<>(session.parachains()).size() + config.parathreadCores();
    long active = NaiveCoresShuffle.active(session).size();
    long perCore = config.maxValidatorsPerCore();
    return perCore == 0 ? needed : Math.max(needed, active / perCore);
  }

  private static void within(long value, long max) {
    if (value < 0 || value > max) {
      throw new Refused(CoresReason.OUT_OF_RANGE);
    }
  }
}
