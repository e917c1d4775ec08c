package dev.rota.cores.wire;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.FreedCore;
import dev.rota.cores.SessionChange;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.model.SessionSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Converts generated records to inputs. */
final class CoresInputConverter {
  private CoresInputConverter() {}

  static Block block(BlockEvent event) {
    return new Block(
        event.getNumber(),
        event.getFrozen(),
        List.copyOf(event.getDisputed()),
        freed(event.getFreed()),
        List.copyOf(event.getOccupied()),
        Optional.ofNullable(event.getSession()).map(CoresInputConverter::session));
  }

  private static List<Freed> freed(List<FreedCore> cores) {
    List<Freed> freed = new ArrayList<>(cores.size());
    for (FreedCore core : cores) {
      freed.add(new Freed(core.getCore(), CoresSymbols.of(core.getReason())));
    }
    return freed;
  }

  private static Session session(SessionChange change) {
    return new Session(
        change.getIndex(),
        change.getValidators(),
        Optional.ofNullable(change.getRandomness()).map(bytes -> SessionSeed.of(bytes.bytes())),
        List.copyOf(change.getParachains()),
        List.copyOf(change.getParathreads()),
        parameters(change.getConfig()));
  }

  private static SessionParameters parameters(CoresConfig config) {
    Long perCore = config.getMaxValidatorsPerCore();
    Long max = config.getMaxValidators();
    return new SessionParameters(
        CoresSymbols.of(config.getRules()),
        config.getParathreadCores(),
        config.getParathreadRetries(),
        config.getGroupRotationFrequency(),
        config.getChainAvailabilityPeriod(),
        config.getThreadAvailabilityPeriod(),
        config.getSchedulingLookahead(),
        perCore == null ? 0 : perCore,
        max == null ? OptionalLong.empty() : OptionalLong.of(max));
  }
}
