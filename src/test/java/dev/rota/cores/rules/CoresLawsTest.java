package dev.rota.cores.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.Outcome;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.Rules;
import dev.rota.cores.SessionChange;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresLikeness;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.NumberLimits;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.laws.Customs;
import dev.rota.testing.laws.DomainLaws;
import dev.rota.testing.likeness.Likeness;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class CoresLawsTest extends DomainLaws<CoresState, CoresInput, CoresFact> {
  private static final Set<String> BY_CORETIME =
      Set.of(
          "ASSIGNMENTS_EMPTY",
          "DISALLOWED_INSERT",
          "NOT_BY_CORETIME",
          "SPOT_PRICE_HIGHER_THAN_MAX",
          "CORE_BLOCKED");

  @Override
  protected DomainCard<CoresState, CoresInput, CoresFact> domain() {
    return new CoresDomain();
  }

  @Override
  protected Customs<CoresState> customs() {
    return new CoresCustoms();
  }

  /** Odd paras claim no more. */
  @Override
  protected CoresFact later(CoresFact fact) {
    return fact instanceof CoresFact.ClaimQueued queued && queued.claim().para() % 2 == 1
        ? new CoresFact.ClaimRefused(
            queued.claim().para(),
            queued.claim().collator(),
            CoresReason.QUEUE_FULL,
            "the para is odd",
            queued.block())
        : fact;
  }

  /** A reason that no history brings is one that no law was tried on. */
  @Test
  void hostileHistoriesBringEveryOutcomeAndEveryReason() {
    Set<String> seen = new TreeSet<>();
    for (long seed = 1; seed <= 120; seed++) {
      LanesInMemory bench = new LanesInMemory(domain());
      for (Traffic.Event event :
          SeededHistories.hostile(DomainTraffic.of(domain()), "polkadot", seed, 250)) {
        for (Output output : bench.take("polkadot", event).published()) {
          if (output.record() instanceof ClaimOutcome outcome) {
            seen.add(outcome.getOutcome().name());
            seen.add(String.valueOf(outcome.getReason()));
          }
        }
      }
    }
    assertThat(seen)
        .contains(names(Outcome.values()))
        .contains(
            Stream.of(names(CoresReason.values()))
                .filter(reason -> !BY_CORETIME.contains(reason))
                .toArray(String[]::new));
  }

  private static String[] names(Enum<?>[] symbols) {
    return Stream.of(symbols)
        .map(Enum::name)
        .filter(name -> !name.equals("UNKNOWN"))
        .toArray(String[]::new);
  }

  private static final class CoresCustoms implements Customs<CoresState> {
    @Override
    public boolean isAnswer(SpecificRecord input, Output output) {
      if (input instanceof BlockEvent) {
        return output.record() instanceof CoreSchedule
            || (isRefusal(output) && ((ClaimOutcome) output.record()).getPara() == null);
      }
      return output.record() instanceof ClaimOutcome outcome
          && outcome.getPara() != null
          && (outcome.getOutcome() == Outcome.QUEUED || outcome.getOutcome() == Outcome.REFUSED);
    }

    @Override
    public boolean isRefusal(Output output) {
      return output.record() instanceof ClaimOutcome outcome
          && outcome.getOutcome() == Outcome.REFUSED;
    }

    /** No block happens twice; a claim may be made again once the first is over. */
    @Override
    public boolean harmless(Repeat repeat) {
      if (repeat.atOnce()) {
        return Customs.super.harmless(repeat);
      }
      return repeat.input() instanceof ParathreadClaim
          || repeat.first().stream().allMatch(this::isRefusal)
          || Customs.super.harmless(repeat);
    }

    /** A session that leaves nothing to claims, in a frozen block since no rule refuses that. */
    @Override
    public List<Traffic.Event> ending(String chain, CoresState state, long atMillis) {
      CoresConfig none = new CoresConfig(Rules.GUIDE, 0L, 0L, 10L, 4L, 4L, 0L, null, null);
      SessionChange last = new SessionChange(0L, 5, null, List.of(), List.of(), none);
      return List.of(
          block(chain, state.block() + 1, last, atMillis),
          block(chain, state.block() + 2, null, atMillis));
    }

    private static Traffic.Event block(
        String chain, long number, SessionChange session, long atMillis) {
      return new Traffic.Event(
          CoresWire.BLOCK_EVENTS,
          atMillis,
          new BlockEvent(
              chain, number, null, session != null, List.of(), List.of(), List.of(), session));
    }

    /** Session, block and the queue's counters. */
    @Override
    public Map<String, String> unreached() {
      String refused = "a session with such rules is refused";
      String unread = "no topic has sessions by coretime yet: CoretimeOracleTest has them";
      Map<String, String> unreached = new TreeMap<>();
      unreached.put("SessionParameters.rules is UNKNOWN", refused);
      unreached.put("fact's RuleSet is UNKNOWN", refused);
      BY_CORETIME.forEach(reason -> unreached.put("fact's CoresReason is " + reason, unread));
      Stream.of(
              "CoreShown.isAhead is false",
              "CoreShown.isAhead is true",
              "SessionParameters.coretime varies",
              "SessionParameters.rules is CORETIME",
              "fact CoreShown",
              "fact CoresAdvanced",
              "fact OrderDropped",
              "fact OrderQueued",
              "fact OrderReturned",
              "fact PriceMoved",
              "fact SharesAssigned",
              "fact SharesRefused",
              "fact's RuleSet is CORETIME",
              "rule cores K1",
              "rule cores K9")
          .forEach(what -> unreached.put(what, unread));
      return unreached;
    }

    @Override
    public Likeness likeness() {
      return CoresLikeness.likeness();
    }

    @Override
    public int rowsLeft() {
      return 3;
    }

    @Override
    public boolean hasDeadlines() {
      return false;
    }

    @Override
    public void spoil(CoresState state) {
      new CoresFact.QueueSettled(List.of(), NumberLimits.CORES_MAX).applyTo(state);
    }
  }
}
