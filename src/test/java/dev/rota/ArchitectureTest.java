package dev.rota;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The walls of the house. Each rule is tried against {@code dev.rota.testing.bad} as well, so that
 * a rule that finds nothing anywhere is noticed.
 */
final class ArchitectureTest {
  private static final String BAD = "dev.rota.testing.bad";
  private static final String ALARMS = "dev.rota.alarms";

  /** What Avro generates of a ledger's schemas, whose names are public. */
  private static final String RECORDS_OF_LEDGERS = "dev.rota.ledger";

  /** The house as ARCHITECTURE.md draws it, from top to bottom. Each floor knows those below it. */
  private static final List<List<String>> FLOORS =
      List.of(
          List.of("dev.rota.lab.."),
          List.of("dev.rota", "dev.rota.app.."),
          List.of("dev.rota.serving.."),
          List.of("dev.rota.readers.."),
          List.of("dev.rota.road.."),
          List.of(
              "dev.rota.domains..",
              "dev.rota.client..",
              "dev.rota.executor..",
              "dev.rota.registry.."),
          Domains.ALL.stream().map(one -> one.getClass().getPackageName() + "..").toList(),
          List.of("dev.rota.kernel.."),
          List.of("dev.rota.base.."));

  private static final List<String> VERBS =
      List.of(
          "dev.rota.app.run",
          "dev.rota.app.records",
          "dev.rota.app.letters",
          "dev.rota.app.topics",
          "dev.rota.app.doctor",
          "dev.rota.app.answers",
          "dev.rota.app.builds",
          "dev.rota.app.top",
          "dev.rota.app.audit",
          "dev.rota.app.backup",
          "dev.rota.app.proofs",
          "dev.rota.app.size",
          "dev.rota.app.config");

  private static final List<String> VERBS_OF_LAB =
      List.of(
          "dev.rota.lab.verbs.dev",
          "dev.rota.lab.verbs.imports",
          "dev.rota.lab.verbs.simulate",
          "dev.rota.lab.verbs.bench");

  /** The command line, likewise. */
  private static final List<List<String>> ROOMS_OF_APP =
      List.of(
          List.of("dev.rota.app"),
          VERBS,
          List.of(
              "dev.rota.app.show",
              "dev.rota.app.clients",
              "dev.rota.app.follower",
              "dev.rota.app.workers"),
          List.of("dev.rota.app.log", "dev.rota.app.cluster", "dev.rota.app.trust"),
          List.of("dev.rota.app.instance"),
          List.of("dev.rota.app.console"));

  private static final List<List<String>> ROOMS_OF_LAB =
      List.of(
          List.of("dev.rota.lab.verbs"),
          VERBS_OF_LAB,
          List.of("dev.rota.lab.bench.."),
          List.of(
              "dev.rota.lab.road..",
              "dev.rota.lab.embedded..",
              "dev.rota.lab.storage..",
              "dev.rota.lab.toys..",
              "dev.rota.lab.swf..",
              "dev.rota.lab.starknet..",
              "dev.rota.lab.sqd.."),
          List.of("dev.rota.lab.simulate.."),
          List.of("dev.rota.lab.traffic.."));

  private static final List<List<String>> ROOMS_OF_SERVING =
      List.of(
          List.of("dev.rota.serving.builds.."),
          List.of("dev.rota.serving.serve.."),
          List.of("dev.rota.serving.metrics.."));

  private static final List<List<String>> ROOMS_OF_READERS =
      List.of(
          List.of(
              "dev.rota.readers.audit..",
              "dev.rota.readers.follow..",
              "dev.rota.readers.capsule..",
              "dev.rota.readers.rehearse..",
              "dev.rota.readers.whatif..",
              "dev.rota.readers.notary..",
              "dev.rota.readers.witness.."),
          List.of("dev.rota.readers.forecast.."));

  private static final List<List<String>> ROOMS_OF_ROAD =
      List.of(
          List.of("dev.rota.road.backup.."),
          List.of("dev.rota.road.stream.."),
          List.of(
              "dev.rota.road.kept..",
              "dev.rota.road.logs..",
              "dev.rota.road.health..",
              "dev.rota.road.letters.."),
          List.of("dev.rota.road.topics.."));

  private static final List<List<String>> ROOMS_OF_KERNEL =
      List.of(
          List.of("dev.rota.kernel.ledger.."),
          List.of("dev.rota.kernel.domain.."),
          List.of("dev.rota.kernel.engine..", "dev.rota.kernel.table.."));

  /** Public for who is not of this program: clients of a registry, and Kafka Streams. */
  private static final Set<String> USED_FROM_OUTSIDE =
      Set.of(
          "dev.rota.registry.AvroSerde",
          "dev.rota.road.stream.RocksDbBounds",
          "dev.rota.road.stream.UnsendableOutput");

  /** For programs outside, all that is public of it. */
  private static final String CLIENT = "dev.rota.client.";

  /** What protoc generates: only messages and stubs, and not of this program's making. */
  private static final String PROTOCOLS = "dev.rota.protocols";

  private static final ImportOption OF_THIS_PROGRAM =
      location -> !location.contains(PROTOCOLS.replace('.', '/') + "/");

  private static JavaClasses main;
  private static JavaClasses all;

  @BeforeAll
  static void read() {
    main =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(OF_THIS_PROGRAM)
            .importPackages("dev.rota");
    all = new ClassFileImporter().withImportOption(OF_THIS_PROGRAM).importPackages("dev.rota");
  }

  /** They are some hundred megabytes, which slow down the tests that measure the heap. */
  @AfterAll
  static void forget() {
    main = null;
    all = null;
  }

  /** Every package with a domain's card in it, the example's too, and no variant of one. */
  static List<String> domains() {
    return all.stream()
        .filter(type -> type.isAssignableTo(Domain.class))
        .filter(type -> !type.isInterface() && !type.isAnonymousClass())
        .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
        .filter(
            type ->
                type.getRawSuperclass().stream().noneMatch(up -> up.isAssignableTo(Domain.class)))
        .map(JavaClass::getPackageName)
        .distinct()
        .sorted()
        .toList();
  }

  /** Without what tests it, which lies in the same package; the example's domain as it is. */
  private static JavaClasses of(String domain) {
    return main.containPackage(domain) ? main : all;
  }

  @Test
  void everyDomainIsFound() {
    assertThat(domains()).contains(ALARMS).doesNotContain("dev.rota.kernel.domain", BAD);
    assertThat(domains())
        .allSatisfy(domain -> assertThat(all.containPackage(domain + ".wire")).isTrue());
  }

  @Test
  void everyDomainIsListed() {
    List<String> cards =
        main.stream()
            .filter(type -> type.isAssignableTo(Domain.class) && !type.isInterface())
            .map(JavaClass::getName)
            .toList();
    assertThat(Domains.ALL)
        .extracting(domain -> domain.getClass().getName())
        .containsExactlyInAnyOrderElementsOf(cards)
        .isNotEmpty();
  }

  @Test
  void theKernelUsesJavaAndNothingElse() {
    Walls.usesJavaBaseAnd("dev.rota.kernel.engine", "dev.rota.kernel.engine").check(main);
    Walls.usesJavaBaseAnd("dev.rota.kernel.table", "dev.rota.kernel.table").check(main);

    fails(
        Walls.usesJavaBaseAnd("dev.rota.kernel.ledger", "dev.rota.kernel.ledger"),
        main,
        "org.apache.avro");
    fails(Walls.usesJavaBaseAnd(BAD, BAD), all, "org.slf4j");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void everyDomainHasTheSameRoomsAndEachSeesThoseBelowIt(String domain) {
    assertThat(Walls.COMMON_ROOMS)
        .allSatisfy(room -> assertThat(all.containPackage(domain + "." + room)).isTrue());
    Walls.isInARoom(domain).check(of(domain));
    for (String room : Walls.ROOMS.keySet()) {
      Walls.roomSeesOnly(domain, room).check(of(domain));
    }

    fails(Walls.isInARoom("dev.rota.testing"), all, "BadRules");
  }

  @Test
  void aRoomThatSeesAnotherIsNoticed() {
    // The other way round, each of these walls has to stop something.
    fails(Walls.seesNothingOf("dev.rota.bots.rules", "dev.rota.bots.model"), main, "BotsEngine");
    fails(Walls.seesNothingOf("dev.rota.bots.queries", "dev.rota.bots.rules"), main, "JobNow");
    fails(Walls.seesNothingOf("dev.rota.bots.whatif", "dev.rota.bots.model"), main, "BotFarm");
    fails(
        Walls.seesNothingOf("dev.rota.lab.traffic.bots", "dev.rota.bots.wire"), main, "BuildFarm");
    fails(Walls.seesNothingOf("dev.rota.bots", "dev.rota.bots.whatif"), main, "BotsDomain");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void rulesUseNothingButTheKernelAndTheirOwn(String domain) {
    Walls.rulesUseOnlyTheKernel(domain).check(of(domain));

    fails(Walls.rulesUseOnlyTheKernel(BAD), all, "BadRules.kafka", "BadRules.log");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void rulesTouchNoFileNoSocketNoThreadNoClock(String domain) {
    Walls.rulesComputeAndNothingElse(domain).check(of(domain));

    fails(
        Walls.rulesComputeAndNothingElse(BAD),
        all,
        "BadRules.file",
        "BadRules.thread",
        "BadRules.shared",
        "BadRules.uuid");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void nothingInADomainReadsWhatVariesFromRunToRun(String domain) {
    Walls.nothingReadsWhatVaries(domain).check(of(domain));

    fails(
        Walls.nothingReadsWhatVaries(BAD),
        all,
        "BadRules.clock",
        "BadRules.otherClock",
        "BadRules.instant",
        "BadRules.environment",
        "BadRules.unseeded",
        "BadRules.chance",
        "BadRules.lastBit",
        "BadRules.shuffled",
        "BadRules.locale",
        "BadRules.zone",
        "BadRules.lower",
        "BadRules.formatted",
        "BadRules.bytes",
        "BadRules.text",
        "BadRules.parallel",
        "BadRules.identity");
  }

  @Test
  void nothingOfAFutureRunsInTheCommonPool() {
    Walls.nothingOfAFutureRunsInTheCommonPool(not(resideInAPackage(BAD))).check(all);

    fails(
        Walls.nothingOfAFutureRunsInTheCommonPool(resideInAPackage(BAD)),
        all,
        "BadRules.future",
        "BadRules.end");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void generatedClassesOfADomainAreSeenByItsWireAlone(String domain) {
    Walls.onlyTheWireSeesGeneratedClasses(domain).check(of(domain));

    fails(Walls.onlyTheWireSeesGeneratedClasses(BAD), all, "BadRules.generated");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void domainsDoNotKnowEachOther(String domain) {
    Walls.knowsNoOtherDomain(domain, domains()).check(of(domain));

    fails(Walls.knowsNoOtherDomain(BAD, domains()), all, "AlarmState");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void aDomainStandsOnItsCardAndTheKernel(String domain) {
    String[] below = {
      "base.avro", "kernel.domain..", "kernel.engine", "base.samples", "kernel.table"
    };
    Walls.ofTheHouseItKnows(domain + "..", below).check(of(domain));

    fails(Walls.ofTheHouseItKnows(BAD, below), all, "AlarmState");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void trafficOfADomainSeesItsModelItsRulesAndItsRecords(String domain) {
    String[] below = {
      "lab.traffic", "base.avro", "base.samples", "kernel.domain..", "kernel.engine", "kernel.table"
    };
    Walls.trafficSeesOnly(domain, below).check(of(domain));

    fails(Walls.trafficSeesOnly("dev.rota.bots", "kernel.domain.."), main, "GridTraffic");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void nothingButTheListOfDomainsAndItsTrafficKnowsADomain(String domain) {
    Walls.onlyTheListOfDomainsKnows(domain).check(main);
    Walls.clientsKnowRecordsOnly(Walls.CLIENTS, domain).check(main);

    fails(Walls.clientsKnowRecordsOnly(BAD, ALARMS), all, "AlarmState");
    fails(Walls.onlyTheListOfDomainsKnows("dev.rota.kernel.ledger"), main, "dev.rota.road.stream");
  }

  @Test
  void aClientKnowsRecordsTheirSerdeAndExecutors() {
    Walls.clientsKnowRecordsAnd(Walls.CLIENTS, "registry", "executor").check(main);

    fails(Walls.clientsKnowRecordsAnd(Walls.CLIENTS, "registry"), main, "BatchExecutor");
    fails(Walls.clientsKnowRecordsAnd(BAD), all, "AlarmState");
  }

  @Test
  void theFrontDoorOfBuildsReadsBotsAndNoOtherDomain() {
    Walls.readsTheStateAlone(Walls.FRONT_DOOR, "dev.rota.bots").check(main);
    for (String domain : domains()) {
      if (!domain.equals("dev.rota.bots")) {
        Walls.seesNothingOf(Walls.FRONT_DOOR, domain + "..").check(main);
      }
    }

    fails(Walls.readsTheStateAlone("dev.rota.bots.queries", "dev.rota.bots"), main, "JobNow");
    fails(Walls.seesNothingOf(Walls.FRONT_DOOR, "dev.rota.bots.."), main, "GridLane");
  }

  @Test
  void theRoadKnowsTheCardOfADomainAndNoDomain() {
    String[] parts = {
      "base.ahead",
      "base.avro",
      "kernel.domain",
      "kernel.engine",
      "road.health",
      "road.kept",
      "kernel.ledger",
      "kernel.ledger.limits",
      "kernel.ledger.packs",
      "kernel.ledger.versions",
      "road.partitions",
      "registry",
      "road.stream.damage",
      "road.stream.hold",
      "road.stream.kafka",
      "road.stream.past",
      "road.stream.rows",
      "road.stream.status",
      "road.stream.time",
      "road.stream.watch",
      "kernel.table",
      "base.text",
      "road.topics",
      "road.topics.rights"
    };
    Walls.ofTheHouseItKnows("dev.rota.road.stream", parts).check(main);
    Walls.ofTheHouseItKnows("dev.rota.road.stream.damage", "kernel.ledger").check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.road.stream.hold", "road.partitions", "road.topics", "road.topics.rights")
        .check(main);
    Walls.ofTheHouseItKnows("dev.rota.road.stream.kafka", "kernel.ledger.packs").check(main);
    Walls.ofTheHouseItKnows("dev.rota.road.stream.rows", "kernel.ledger.packs", "kernel.table")
        .check(main);
    Walls.ofTheHouseItKnows("dev.rota.road.stream.status", "base.text", "road.topics").check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.road.stream.watch",
            "kernel.domain",
            "road.health",
            "base.text",
            "road.topics",
            "road.topics.rights")
        .check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.road.stream.past",
            "kernel.domain",
            "kernel.engine",
            "road.kept",
            "kernel.ledger",
            "kernel.ledger.versions",
            "road.logs",
            "road.partitions",
            "base.text",
            "road.topics",
            "road.topics.rights")
        .check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.road.stream.time",
            "kernel.domain",
            "kernel.engine",
            "kernel.ledger",
            "road.partitions",
            "base.text",
            "road.topics")
        .check(main);

    fails(
        Walls.ofTheHouseItKnows("dev.rota.road.stream", "kernel.engine", "kernel.table"),
        main,
        "rota.kernel.ledger");
    fails(Walls.ofTheHouseItKnows(BAD, parts), all, "AlarmState", "AlarmRing");
  }

  @Test
  void kafkaStaysWhereTheRoadMeetsIt() {
    Walls.kafkaStaysIn(
            "dev.rota.road.stream..",
            "dev.rota.road.topics..",
            "dev.rota.road.partitions..",
            "dev.rota.registry..",
            "dev.rota.client..",
            "dev.rota.app..",
            "dev.rota.readers.audit..",
            "dev.rota.road.backup..",
            "dev.rota.road.health..",
            "dev.rota.road.letters..",
            "dev.rota.road.kept..",
            "dev.rota.road.logs..",
            "dev.rota.readers.follow..",
            "dev.rota.readers.capsule..",
            "dev.rota.readers.rehearse..",
            "dev.rota.readers.notary..",
            "dev.rota.lab.bench..",
            "dev.rota.lab.embedded..",
            "dev.rota.lab.simulate..",
            "dev.rota.lab.road..",
            "dev.rota.lab.verbs..",
            "dev.rota.serving.metrics..",
            "dev.rota.serving.builds..",
            // the names of Kafka's own settings, and the states of a road
            "dev.rota.base.settings..",
            "dev.rota.base.http..")
        .check(main);

    fails(
        Walls.kafkaStaysIn("dev.rota.lab.embedded.."),
        main,
        "dev.rota.road.stream",
        "dev.rota.registry");
  }

  @Test
  void oneClassKnowsTheInternalsOfKafka() {
    Walls.internalsOfKafkaStayIn(
            "dev.rota.road.stream.kafka.KafkaInternals",
            // a record's bytes as a broker counts them, in the format that the protocol documents
            "dev.rota.app.clients.RecordBuilder",
            "dev.rota.lab.bench.LedgerSize")
        .check(main);

    fails(Walls.internalsOfKafkaStayIn(), main, "KafkaInternals$StoreChangelog", "RecordBuilder");
  }

  @Test
  void oneRoomKnowsTheHttpServer() {
    Walls.onlyUsedIn("dev.rota.base.http..", "org.eclipse.jetty..", "com.sun.net.httpserver..")
        .check(main);

    fails(Walls.onlyUsedIn("dev.rota.app..", "org.eclipse.jetty.."), main, "dev.rota.base.http");
  }

  @Test
  void oneRoomKnowsHowMetricsAreWritten() {
    Walls.onlyUsedIn("dev.rota.serving.metrics..", "io.micrometer..", "io.prometheus..")
        .check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.serving.metrics",
            "kernel.domain",
            "kernel.domain.measures",
            "kernel.engine",
            "readers.follow",
            "road.health",
            "base.http")
        .check(main);

    fails(Walls.onlyUsedIn("dev.rota.app..", "io.micrometer.."), main, "dev.rota.serving.metrics");
  }

  @Test
  void theServerOfAnswersReadsFollowersAlone() {
    String[] parts = {
      "readers.capsule",
      "kernel.domain",
      "kernel.engine",
      "base.fetch",
      "readers.follow",
      "readers.follow.held",
      "readers.follow.json",
      "readers.forecast",
      "road.health",
      "base.http",
      "kernel.ledger",
      "base.lines",
      "road.logs",
      "serving.metrics",
      "base.text",
      "readers.whatif"
    };
    Walls.ofTheHouseItKnows("dev.rota.serving.serve", parts).check(main);

    fails(
        Walls.ofTheHouseItKnows("dev.rota.serving.serve", "readers.follow"),
        main,
        "rota.base.http");
  }

  @Test
  void proofsAreComputedAndNothingElse() {
    Walls.usesJavaBaseAnd("dev.rota.base.proof", "dev.rota.base.proof").check(main);
    Walls.usesJavaBaseAnd("dev.rota.base.files", "dev.rota.base.files").check(main);
    Walls.usesJavaBaseAnd("dev.rota.base.ahead", "dev.rota.base.ahead").check(main);
    Walls.ofTheHouseItKnows("dev.rota.base.fetch").check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.readers.witness", "base.files", "base.http", "base.proof", "kernel.table")
        .check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.readers.notary",
            "kernel.domain",
            "base.fetch",
            "base.files",
            "kernel.ledger",
            "road.partitions",
            "base.proof",
            "kernel.table",
            "road.topics")
        .check(main);

    fails(
        Walls.usesJavaBaseAnd("dev.rota.readers.witness", "dev.rota.readers.witness"),
        main,
        "rota.base.proof");
  }

  @Test
  void oneReaderReadsPartitionsForAll() {
    // A client outside of the house has no road.
    Walls.onlyOneMakesConsumers("dev.rota.road.partitions..", "dev.rota.client..").check(main);

    fails(
        Walls.onlyOneMakesConsumers("dev.rota.road.stream.."), main, "partitions.PartitionReader");
  }

  @Test
  void noWayLeadsUp() {
    for (List<List<String>> house :
        List.of(
            FLOORS,
            ROOMS_OF_APP,
            ROOMS_OF_LAB,
            ROOMS_OF_SERVING,
            ROOMS_OF_READERS,
            ROOMS_OF_ROAD,
            ROOMS_OF_KERNEL)) {
      for (int floor = 0; floor < house.size() - 1; floor++) {
        Walls.nobodyBelowKnows(house.get(floor), house.subList(floor + 1, house.size()))
            .check(main);
      }
    }

    fails(Walls.nobodyBelowKnows(FLOORS.get(4), FLOORS.subList(0, 1)), main, "rota.road.topics");
    fails(Walls.nobodyBelowKnows(FLOORS.get(1), FLOORS.subList(0, 1)), main, "rota.lab.verbs");
  }

  @Test
  void everyPackageHasAParentThatIsDrawn() {
    List<String> drawn =
        FLOORS.stream()
            .flatMap(List::stream)
            .filter(parent -> parent.endsWith(".."))
            .map(parent -> parent.substring(0, parent.length() - 2))
            .toList();
    assertThat(main.getPackage("dev.rota").getSubpackages())
        .extracting(JavaPackage::getName)
        .filteredOn(name -> !Set.of(RECORDS_OF_LEDGERS, PROTOCOLS).contains(name))
        .containsExactlyInAnyOrderElementsOf(drawn);
  }

  @Test
  void everyRoomOfTheCommandLineHasItsFloor() {
    assertThat(main.getPackage("dev.rota.app").getSubpackagesInTree())
        .extracting(JavaPackage::getName)
        .isSubsetOf(ROOMS_OF_APP.stream().flatMap(List::stream).toList());
  }

  @Test
  void applicationsOfTheRoadKnowNothingOfEachOther() {
    Walls.knowNothingOfEachOther(
            List.of(
                "dev.rota.road.stream",
                "dev.rota.readers.audit",
                "dev.rota.readers.notary",
                "dev.rota.readers.witness",
                "dev.rota.lab.simulate",
                "dev.rota.client"))
        .check(main);
  }

  @Test
  void aVerbsRoomKnowsNoOtherVerbsRoom() {
    Walls.knowNothingOfEachOther(VERBS).check(main);
    Walls.knowNothingOfEachOther(VERBS_OF_LAB).check(main);

    fails(
        Walls.knowNothingOfEachOther(List.of("dev.rota.lab.verbs.dev", "dev.rota.app.show")),
        main,
        "dev.rota.app.show");
  }

  @Test
  void noWayLeadsFromAPackageBackToIt() {
    Walls.noCirclesBetween("packages", Walls::room).check(main);

    // A domain's card and its records, seen as one.
    fails(
        Walls.noCirclesBetween("packages", JavaClass::getPackageName),
        main,
        "Cycle detected: Slice dev.rota.cores");
  }

  @Test
  void whatIsPublicIsUsedByAnotherPackage() throws IOException {
    Set<String> named = new TreeSet<>(USED_FROM_OUTSIDE);
    for (String folder : List.of("src/main/java", "src/main/resources", "src/test/java")) {
      named.addAll(namedElsewhere(Path.of(folder)));
    }
    all.stream()
        .map(JavaClass::getName)
        .filter(name -> name.startsWith(CLIENT))
        .forEach(named::add);
    Walls.publicTypesAreUsedElsewhere(named).check(all.that(areOfRooms()));

    fails(Walls.publicTypesAreUsedElsewhere(Set.of()), main, "dev.rota.registry.AvroSerde");
  }

  @Test
  void typesOfADomainStayInKernelAndDomains() {
    Walls.typesOfADomainStayIn(
            "dev.rota.kernel.domain..", "dev.rota.kernel.engine..", "dev.rota.lab.traffic..")
        .check(main);

    fails(Walls.typesOfADomainStayIn("dev.rota.kernel.engine.."), main, "DomainCard");
    fails(Walls.typesOfADomainStayIn("dev.rota.kernel.domain.."), main, "Stepper");
  }

  @Test
  void factsAreRecords() {
    var good = new ClassFileImporter().importPackages(domains());
    Walls.factsAreRecords().check(good);

    fails(Walls.factsAreRecords(), new ClassFileImporter().importPackages(BAD), "Mutable");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void whatMayBeAskedAndWhatCanHappenAreSealedTypesOfRecords(String domain) {
    List<Class<?>> types = inputsAndFacts(domain);

    assertThat(types).hasSize(2);
    assertThat(types).allSatisfy(ArchitectureTest::isSealedOfRecords);
  }

  /**
   * A scan of the text: a variable declared as HashMap or HashSet may not be walked, nor may a new
   * one be on the spot. Types hide behind interfaces, so the declared name is what is looked for.
   */
  @ParameterizedTest
  @MethodSource("domains")
  void noRuleWalksThroughAHashTable(String domain) throws IOException {
    int files = 0;
    for (Path file : sources(domain)) {
      assertThat(HashWalks.in(Files.readString(file))).as("%s", file).isEmpty();
      files++;
    }
    assertThat(files).isPositive();
  }

  /**
   * Java's runtimes print doubles in different ways: {@link dev.rota.kernel.domain.DecimalText} has
   * one.
   */
  @ParameterizedTest
  @MethodSource("domains")
  void noNumberIsPrintedAsTheRuntimeLikes(String domain) throws IOException {
    for (JavaClass type : of(domain).that(Walls.rulesOf(domain))) {
      assertThat(printed(type)).as("doubles in texts of %s", type.getName()).isEmpty();
    }
    Walls.printsNoDouble(domain).check(of(domain));

    assertThat(printed(all.get(BAD + ".BadRules"))).isNotEmpty();
    fails(Walls.printsNoDouble(BAD), all, "BadRules.printed", "BadRules.boxed");
  }

  private static Set<String> printed(JavaClass type) throws IOException {
    try (InputStream file = type.getSource().orElseThrow().getUri().toURL().openStream()) {
      return PrintedNumbers.in(file);
    }
  }

  private static DescribedPredicate<JavaClass> areOfRooms() {
    return DescribedPredicate.describe(
        "of this program, not left out", type -> main.contain(type.getName()));
  }

  /** Types that files name which lie in another package: of constants no class file tells. */
  private static Set<String> namedElsewhere(Path folder) throws IOException {
    Set<String> uses = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String home = folder.relativize(file.getParent()).toString().replace('/', '.');
        Set<String> named = Tidy.qualifiedTypes(Files.readString(file));
        named.removeIf(type -> type.substring(0, type.lastIndexOf('.')).equals(home));
        uses.addAll(named);
      }
    }
    return uses;
  }

  private static List<Path> sources(String domain) throws IOException {
    List<Path> all = new ArrayList<>();
    for (String part : List.of(domain, Walls.trafficOf(domain))) {
      Path ours = Path.of("src/main/java", part.replace('.', '/'));
      Path example = Path.of("examples/alarms/src/main/java", part.replace('.', '/'));
      try (Stream<Path> files = Files.walk(Files.isDirectory(ours) ? ours : example)) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
      }
    }
    return all;
  }

  /** The arguments of {@code implements DomainCard<S, I, F>}: I and F. */
  private static List<Class<?>> inputsAndFacts(String domain) {
    return all.stream()
        .filter(type -> type.getPackageName().equals(domain))
        .filter(type -> type.isAssignableTo(Domain.class) && !type.isInterface())
        .flatMap(type -> Arrays.stream(type.reflect().getGenericInterfaces()))
        .filter(ParameterizedType.class::isInstance)
        .flatMap(type -> Arrays.stream(((ParameterizedType) type).getActualTypeArguments()).skip(1))
        .<Class<?>>map(ArchitectureTest::raw)
        .toList();
  }

  private static Class<?> raw(Type type) {
    return type instanceof ParameterizedType generic
        ? (Class<?>) generic.getRawType()
        : (Class<?>) type;
  }

  private static void isSealedOfRecords(Class<?> type) {
    if (!type.isRecord()) {
      assertThat(type.isSealed()).as("%s is sealed or a record", type).isTrue();
      assertThat(type.getPermittedSubclasses())
          .isNotEmpty()
          .allSatisfy(ArchitectureTest::isSealedOfRecords);
    }
  }

  /** The rule has to find something in each of these. */
  private static void fails(ArchRule rule, JavaClasses classes, String... places) {
    var report = rule.evaluate(classes).getFailureReport().toString();
    assertThat(report).as(rule.getDescription()).contains(places);
  }
}
