package dev.rota.readers.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.registry.MockRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories of every domain, written by somebody who can decide and seal as the engine does. */
final class ForgedHistoriesTest {
  private static final String SCOPE = "forged-histories";
  private static final Map<String, Object> IDS_IN_HEADERS =
      Map.of(
          "value.schema.id.serializer",
          "io.confluent.kafka.serializers.schema.id.HeaderSchemaIdSerializer");
  private static final int EVENTS = 120;

  /** Turns of a page: as a busy engine writes them, and one each. */
  private static final List<Integer> FORMS = List.of(7, 1);

  private static final int PARTITIONS = 2;

  /** By scope, what is edited: written once, as each edit is of a copy. */
  private static final Map<String, World> HONEST = new TreeMap<>();

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
  }

  @AfterAll
  static void forget() {
    HONEST.keySet().forEach(MockRegistry::drop);
    HONEST.clear();
  }

  static Stream<Arguments> sealed() {
    return World.domains()
        .flatMap(
            domain ->
                Stream.concat(Sealed.all().stream(), Stubs.all().stream())
                    .map(one -> Arguments.of(domain.name(), one, domain)));
  }

  static Stream<Arguments> edited() {
    return World.domains()
        .flatMap(
            domain -> Edited.all().stream().map(one -> Arguments.of(domain.name(), one, domain)));
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void anHonestHistoryIsProved(Domain domain) throws Exception {
    for (Map<String, Object> values : List.of(Map.<String, Object>of(), IDS_IN_HEADERS)) {
      for (int form : FORMS) {
        isProved(domain, values, form);
      }
    }
  }

  private static void isProved(Domain domain, Map<String, Object> values, int form)
      throws Exception {
    World world = world(domain, SCOPE, values, form, (_, _) -> {});
    for (Witnesses witnesses : witnesses()) {
      AuditReport report = audit(domain, world, witnesses);
      assertThat(report.findings()).isEmpty();
      assertThat(report.unproved()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.turns()).isGreaterThanOrEqualTo(2 * EVENTS);
      assertThat(report.inputs()).isGreaterThanOrEqualTo(2 * EVENTS);
      assertThat(report.deadLetters()).isEqualTo(2 * EVENTS / 10);
      assertThat(report.total(AuditCount.REWORDED)).isZero();
      assertThat(report.warnings()).isEmpty();
    }
    MockRegistry.drop(SCOPE);
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void anOversizedInputIsProvedAndItsLimitIsTold(Domain domain) throws Exception {
    for (int form : FORMS) {
      World world = world(domain, SCOPE, Map.of(), form, Stubs.honest().plan());
      for (Witnesses witnesses : witnesses()) {
        AuditReport report = audit(domain, world, witnesses);
        assertThat(report.findings()).isEmpty();
        assertThat(report.proved()).isTrue();
        assertThat(report.total(AuditCount.REWORDED)).isZero();
        assertThat(report.inputsByLimit()).isEqualTo(Map.of((long) Stubs.LIMIT, 1L));
      }
      MockRegistry.drop(SCOPE);
    }
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void aStubOfAnotherRecordIsFoundWhereTheInputsAreGone(Domain domain) throws Exception {
    for (int form : FORMS) {
      World world = world(domain, SCOPE, Map.of(), form, Stubs.ofAnotherRecord().plan());
      for (InputTopic input : domain.wire().inputs()) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
          world.trim(input.topic(), partition, world.next(input.topic(), partition));
        }
      }
      for (Witnesses witnesses : witnesses()) {
        isFound(audit(domain, world, witnesses), "the entry's bytes are not those of its digest");
      }
      MockRegistry.drop(SCOPE);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("sealed")
  void aHistorySealedAnewIsFound(String name, Sealed forgery, Domain domain) throws Exception {
    for (int form : FORMS) {
      World world = world(domain, SCOPE, Map.of(), form, forgery.plan());
      for (Witnesses witnesses : witnesses()) {
        isFound(audit(domain, world, witnesses), forgery.what());
      }
      MockRegistry.drop(SCOPE);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("edited")
  void anEditedRecordIsFound(String name, Edited forgery, Domain domain) throws Exception {
    for (int form : FORMS) {
      String scope = SCOPE + "-" + domain.name() + "-" + form;
      World world =
          HONEST
              .computeIfAbsent(scope, one -> world(domain, one, Map.of(), form, (_, _) -> {}))
              .copy();
      forgery.edit().to(world, domain);
      for (Witnesses witnesses : witnesses(scope)) {
        isFound(audit(domain, world, witnesses), forgery.what());
      }
    }
  }

  private static void isFound(AuditReport report, String what) {
    assertThat(report.proved()).isFalse();
    assertThat(report.findings())
        .as("%s", report.unproved())
        .anyMatch(finding -> finding.what().contains(what));
    assertThat(report.differences()).isLessThanOrEqualTo(4);
    assertThat(report.findings())
        .allMatch(finding -> finding.where().matches("[a-z-]+/\\d+(/\\d+)?"));
  }

  private static List<Witnesses> witnesses() {
    return witnesses(SCOPE);
  }

  private static List<Witnesses> witnesses(String scope) {
    return List.of(
        new Witnesses(World.GROUP, null, null),
        new Witnesses(World.GROUP, MockRegistry.scope(scope), null));
  }

  @SuppressWarnings("unchecked") // a plan works on the steps of any domain
  private static World world(
      Domain domain, String scope, Map<String, Object> values, int form, Sealed.Plan plan) {
    Forger forger = new Forger(domain, PARTITIONS, scope, values, form);
    List<Step> steps = new ArrayList<>(Forger.traffic(domain, PARTITIONS, lanes(), 7, EVENTS));
    plan.edit(domain, steps);
    return forger.write(steps);
  }

  /** One lane for each partition. */
  private static List<String> lanes() {
    return List.of(Sealed.home("lane-", 0, PARTITIONS), Sealed.home("lane-", 1, PARTITIONS));
  }

  static AuditReport audit(Domain domain, World world, Witnesses witnesses) throws Exception {
    return run(domain, world, witnesses);
  }

  private static AuditReport run(Domain domain, World world, Witnesses witnesses) throws Exception {
    return world.audit(domain, witnesses);
  }
}
