package dev.rota.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.RawRecord;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hostile simulations contain every attack, and each becomes what it has to become. The deadlines
 * of chunks write more than a simulated turn may.
 */
class AttackedHistoryTest {
  private static final int EVENTS = 400;
  private static final SimulationPlan PLAN = new SimulationPlan(4, 1, 2, true);

  /** Of virtual time: some 1 000 turns a lane. */
  private static final Map<String, Double> HOURS =
      Map.of("cores", 1.5, "bots", 0.03, "shards", 0.03, "chunks", 0.08);

  private static final Map<String, SimulationResult> RESULTS = new HashMap<>();

  static List<Domain> domains() {
    return Domains.ALL;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void whatComesBecomesWhatItHasToBecome(Domain domain) {
    SimulationResult result = result(domain);
    SimulationCounts counts = result.counts();

    assertThat(result.finding()).isEmpty();
    for (WireAttack attack : WireAttack.values()) {
      Set<String> reasons = WireAttack.reasons(attack.told());
      Set<String> became = counts.fates().getOrDefault(attack.told(), Map.of()).keySet();
      if (!reasons.isEmpty()) {
        assertThat(became).as(attack.told()).isSubsetOf(reasons);
      }
    }
    assertThat(counts.deadLetters())
        .containsKeys("TOO_LARGE", "LIMIT", "UNKNOWN_SCHEMA", "BAD_KEY", "EMPTY_VALUE");
    assertThat(counts.reopenings()).isPositive();
    assertThat(counts.switches()).isPositive();
    assertThat(counts.freezes()).isPositive();
    assertThat(counts.takenAgain()).isPositive();
    assertThat(counts.fenced()).isPositive();
  }

  @Test
  void everyAttackComes() {
    Set<String> faults = new TreeSet<>();
    Set<String> reasons = new TreeSet<>();
    long refusals = 0;
    for (Domain domain : Domains.ALL) {
      refusals += result(domain).counts().refusals();
      faults.addAll(result(domain).counts().faults().keySet());
      reasons.addAll(result(domain).counts().deadLetters().keySet());
    }
    assertThat(faults)
        .contains(Stream.of(WireAttack.values()).map(WireAttack::told).toArray(String[]::new));
    assertThat(reasons)
        .contains("BAD_FRAMING", "AVRO_DECODE", "WRONG_TYPE", "WRONG_PARTITION", "BAD_HEADERS")
        .contains("DEADLINE_FAULT");
    assertThat(refusals).isPositive();
  }

  @ParameterizedTest
  @MethodSource("domains")
  void equalSeedsMakeEqualBytes(Domain domain) {
    assertThat(told(domain)).isEqualTo(told(domain));
  }

  @Test
  void aHistoryWithoutFaultsHasNoRawRecords() {
    Iterator<Traffic.Event> calm =
        SeededHistories.of(Domains.ALL.get(0), "polkadot", new SimulationPlan(1, 0.1, 1, false));
    assertThat(calm).toIterable().allMatch(event -> event.raw() == null);
  }

  private static SimulationResult result(Domain domain) {
    return RESULTS.computeIfAbsent(domain.name(), _ -> simulated(domain));
  }

  private static SimulationPlan plan(Domain domain) {
    return new SimulationPlan(PLAN.seed(), HOURS.get(domain.name()), PLAN.lanes(), true);
  }

  private static SimulationResult simulated(Domain domain) {
    return new LaneSimulator(domain, plan(domain)).run();
  }

  private static List<String> told(Domain domain) {
    List<String> events = new ArrayList<>();
    String lane = DomainTraffic.of(domain).lanes().get(0);
    Iterator<Traffic.Event> history = SeededHistories.of(domain, lane, PLAN);
    for (int i = 0; i < EVENTS; i++) {
      events.add(told(history.next()));
    }
    return events;
  }

  private static String told(Traffic.Event event) {
    RawRecord raw = event.raw();
    return Stream.of(
            event.topic(),
            event.atMillis(),
            event.record(),
            event.fault(),
            raw.partition(),
            raw.key(),
            Arrays.hashCode(raw.value()),
            raw.headers(),
            raw.nowMillis())
        .map(String::valueOf)
        .toList()
        .toString();
  }
}
