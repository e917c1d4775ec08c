package dev.rota.cores.rules;

import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.CoretimeTerms;
import dev.rota.cores.model.NumberLimits;
import dev.rota.cores.model.ParaSet;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.RuntimeAbort;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.model.SpotTraffic;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether a block is possible. A block is accepted or refused as a whole. An invalid session
 * refuses all of the block's work, since such a chain cannot exist.
 */
final class BlockAdmission {
  private static final long BILLION = 1_000_000_000;

  private final CoresView view;
  private final int rules;

  /**
   * Reads a chain.
   *
   * @param rules the version in force
   */
  BlockAdmission(CoresView view, int rules) {
    this.view = view;
    this.rules = rules;
  }

  Optional<BlockRefused> refusal(Block block) {
    return number(block)
        .or(() -> cores("disputed", block.disputed()))
        .or(() -> freed(block.freed()))
        .or(() -> cores("occupied", block.occupied()))
        .or(() -> block.session().flatMap(this::session));
  }

  /** Refuses a block that aborts the original runtime. */
  BlockRefused aborted(RuntimeAbort abort) {
    return refused(
        CoresReason.WOULD_ABORT,
        "no real chain has this block, since the runtime aborts over it: " + abort.getMessage(),
        "cores 12");
  }

  private Optional<BlockRefused> number(Block block) {
    Optional<BlockRefused> beyond = number("number", block.number());
    if (beyond.isEmpty() && block.number() <= view.block()) {
      String detail =
          "number is " + block.number() + ", the latest block " + view.block() + ": it has to grow";
      return Optional.of(refused(CoresReason.STALE_BLOCK, detail, "cores 4"));
    }
    return beyond;
  }

  private Optional<BlockRefused> cores(String field, List<Integer> cores) {
    for (int core : cores) {
      if (core < 0) {
        return outOfRange(NumberLimits.range(field, core, Integer.MAX_VALUE));
      }
    }
    return Optional.empty();
  }

  private Optional<BlockRefused> freed(List<Freed> freed) {
    for (Freed one : freed) {
      if (one.core() < 0) {
        return outOfRange(NumberLimits.range("freed.core", one.core(), Integer.MAX_VALUE));
      }
      if (one.reason() == Freeing.UNKNOWN) {
        return unsupported("freed.reason of core " + one.core(), "CONCLUDED or TIMED_OUT");
      }
    }
    return Optional.empty();
  }

  /** Returns the refusal of a session, or nothing. */
  Optional<BlockRefused> session(Session session) {
    SessionParameters p = session.parameters();
    if (p.rules() == RuleSet.UNKNOWN) {
      return unsupported("session.config.rules", "GUIDE or RUNTIME");
    }
    return number("session.index", session.index())
        .or(() -> number("parathreadCores", p.parathreadCores()))
        .or(() -> number("parathreadRetries", p.parathreadRetries()))
        .or(() -> number("groupRotationFrequency", p.groupRotationFrequency()))
        .or(() -> number("chainAvailabilityPeriod", p.chainAvailabilityPeriod()))
        .or(() -> number("threadAvailabilityPeriod", p.threadAvailabilityPeriod()))
        .or(() -> number("schedulingLookahead", p.schedulingLookahead()))
        .or(() -> number("maxValidatorsPerCore", p.maxValidatorsPerCore()))
        .or(() -> number("maxValidators", p.maxValidators().orElse(0)))
        .or(() -> paras("parachains", session.parachains()))
        .or(() -> paras("parathreads", session.parathreads()))
        .or(() -> p.rules() == RuleSet.CORETIME ? coretime(p) : Optional.empty())
        .or(() -> size(session))
        .or(() -> zeroes(p));
  }

  /** K1: what only coretime has is there, and what it has not is left out. */
  private Optional<BlockRefused> coretime(SessionParameters p) {
    if (p.coretime().isEmpty()) {
      return Optional.of(
          refused(
              CoresReason.INVALID_CONFIGURATION,
              "session.config.coretime is missing: CORETIME needs it",
              "cores K1"));
    }
    if (p.parathreadCores() != 0) {
      return Optional.of(
          refused(
              CoresReason.INVALID_CONFIGURATION,
              "session.config.parathreadCores is "
                  + p.parathreadCores()
                  + ": CORETIME has no such cores, leave it 0",
              "cores K1"));
    }
    CoretimeTerms terms = p.coretime().get();
    return number("coretime.cores", terms.cores())
        .or(() -> number("coretime.queueMax", terms.price().queueMax()))
        .or(() -> billionths("coretime.target", terms.price().target()))
        .or(() -> billionths("coretime.variability", terms.price().variability()))
        .or(() -> fee(terms.baseFee()));
  }

  private Optional<BlockRefused> billionths(String field, long value) {
    return value < 0 || value > BILLION
        ? outOfRange(NumberLimits.range(field, value, BILLION))
        : Optional.empty();
  }

  private Optional<BlockRefused> fee(BigInteger fee) {
    return fee.signum() < 0 || fee.compareTo(SpotTraffic.MAX) > 0
        ? outOfRange("coretime.baseFee is " + fee + ", not within 128 bits")
        : Optional.empty();
  }

  private Optional<BlockRefused> paras(String field, List<Long> paras) {
    for (long para : paras) {
      if (para < 0 || para > NumberLimits.UNSIGNED_32) {
        return outOfRange(NumberLimits.range("session." + field, para));
      }
    }
    return Optional.empty();
  }

  private Optional<BlockRefused> size(Session session) {
    int validators = session.validators();
    if (validators < 0 || validators > NumberLimits.VALIDATORS_MAX) {
      return outOfRange(
          NumberLimits.range("session.validators", validators, NumberLimits.VALIDATORS_MAX));
    }
    SessionParameters p = session.parameters();
    long cores = p.coresFor(ParaSet.of(session.parachains()).size(), p.activeOf(session));
    return cores > NumberLimits.CORES_MAX
        ? outOfRange(
            NumberLimits.range("the session's number of cores", cores, NumberLimits.CORES_MAX))
        : Optional.empty();
  }

  /** Refuses zeroes (section 3, G5). */
  private Optional<BlockRefused> zeroes(SessionParameters p) {
    if (!p.rules().refusesZeroes()) {
      return Optional.empty();
    }
    return zero("groupRotationFrequency", p.groupRotationFrequency())
        .or(() -> zero("chainAvailabilityPeriod", p.chainAvailabilityPeriod()))
        .or(() -> zero("threadAvailabilityPeriod", p.threadAvailabilityPeriod()));
  }

  private Optional<BlockRefused> zero(String field, long value) {
    String detail = "session.config." + field + " is 0: it has to be at least 1 block";
    return value == 0
        ? Optional.of(refused(CoresReason.INVALID_CONFIGURATION, detail, "cores G5"))
        : Optional.empty();
  }

  private Optional<BlockRefused> number(String field, long value) {
    return value < 0 || value > NumberLimits.UNSIGNED_32
        ? outOfRange(NumberLimits.range(field, value))
        : Optional.empty();
  }

  private Optional<BlockRefused> outOfRange(String detail) {
    return Optional.of(refused(CoresReason.OUT_OF_RANGE, detail, "cores 3"));
  }

  private Optional<BlockRefused> unsupported(String field, String known) {
    String detail =
        field
            + " is a symbol that rules version "
            + rules
            + " lacks: send "
            + known
            + ", or run a newer Rota";
    return Optional.of(refused(CoresReason.UNSUPPORTED_VALUE, detail, "cores 12"));
  }

  private BlockRefused refused(CoresReason reason, String detail, String rule) {
    return new BlockRefused(reason, detail, rule, view.block());
  }
}
