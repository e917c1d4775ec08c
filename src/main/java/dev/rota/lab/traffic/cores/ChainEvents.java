package dev.rota.lab.traffic.cores;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.Randomness;
import dev.rota.cores.Rules;
import dev.rota.cores.SessionChange;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import java.util.ArrayList;
import java.util.List;

/** Converts inputs to generated records, as a chain's own software sends them. */
public final class ChainEvents {
  private ChainEvents() {}

  public static ParathreadClaim claim(String chain, Claim claim) {
    return new ParathreadClaim(chain, claim.para(), claim.collator());
  }

  public static BlockEvent block(String chain, Block block) {
    List<FreedCore> freed = new ArrayList<>(block.freed().size());
    for (Freed one : block.freed()) {
      freed.add(new FreedCore(one.core(), reason(one.reason())));
    }
    return new BlockEvent(
        chain,
        block.number(),
        null,
        block.frozen(),
        block.disputed(),
        freed,
        block.occupied(),
        block.session().map(ChainEvents::session).orElse(null));
  }

  private static FreedReason reason(Freeing reason) {
    return switch (reason) {
      case UNKNOWN -> FreedReason.UNKNOWN;
      case CONCLUDED -> FreedReason.CONCLUDED;
      case TIMED_OUT -> FreedReason.TIMED_OUT;
    };
  }

  private static Rules rules(RuleSet rules) {
    return switch (rules) {
      case UNKNOWN, CORETIME -> Rules.UNKNOWN;
      case GUIDE -> Rules.GUIDE;
      case RUNTIME -> Rules.RUNTIME;
    };
  }

  private static SessionChange session(Session session) {
    return new SessionChange(
        session.index(),
        session.validators(),
        session.seed().map(seed -> new Randomness(seed.bytes())).orElse(null),
        session.parachains(),
        session.parathreads(),
        config(session.parameters()));
  }

  private static CoresConfig config(SessionParameters p) {
    return new CoresConfig(
        rules(p.rules()),
        p.parathreadCores(),
        p.parathreadRetries(),
        p.groupRotationFrequency(),
        p.chainAvailabilityPeriod(),
        p.threadAvailabilityPeriod(),
        p.schedulingLookahead(),
        p.maxValidatorsPerCore() == 0 ? null : p.maxValidatorsPerCore(),
        p.maxValidators().isPresent() ? p.maxValidators().getAsLong() : null);
  }
}
