package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.rota.domain.Domain;
import dev.rota.domains.Domains;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private static final String ALARMS = "dev.rota.testing.alarms";

  /** The house as ARCHITECTURE.md draws it, from top to bottom. */
  private static final List<List<String>> FLOORS =
      List.of(
          List.of("dev.rota.cli.."),
          List.of("dev.rota.bench..", "dev.rota.serve.."),
          List.of("dev.rota.metrics.."),
          List.of(
              "dev.rota.stream..",
              "dev.rota.audit..",
              "dev.rota.follow..",
              "dev.rota.capsule..",
              "dev.rota.rehearse..",
              "dev.rota.whatif..",
              "dev.rota.notary..",
              "dev.rota.witness..",
              "dev.rota.simulate..",
              "dev.rota.workers..",
              "dev.rota.swf..",
              "dev.rota.starknet..",
              "dev.rota.sqd.."),
          List.of("dev.rota.kept..", "dev.rota.logs..", "dev.rota.health.."),
          List.of("dev.rota.topics..", "dev.rota.domains..", "dev.rota.forecast.."),
          List.of(
              "dev.rota.ledger..",
              "dev.rota.cores..",
              "dev.rota.bots..",
              "dev.rota.shards..",
              "dev.rota.chunks.."),
          List.of("dev.rota.domain..", "dev.rota.samples.."),
          List.of("dev.rota.engine..", "dev.rota.table.."));

  private static final List<String> VERBS =
      List.of(
          "dev.rota.cli.run",
          "dev.rota.cli.records",
          "dev.rota.cli.topics",
          "dev.rota.cli.answers",
          "dev.rota.cli.top",
          "dev.rota.cli.audit",
          "dev.rota.cli.proofs",
          "dev.rota.cli.imports",
          "dev.rota.cli.simulate",
          "dev.rota.cli.bench",
          "dev.rota.cli.config");

  /** The command line, likewise. */
  private static final List<List<String>> ROOMS_OF_CLI =
      List.of(
          List.of("dev.rota.cli"),
          VERBS,
          List.of("dev.rota.cli.show", "dev.rota.cli.clients", "dev.rota.cli.follower"),
          List.of("dev.rota.cli.log", "dev.rota.cli.cluster", "dev.rota.cli.trust"),
          List.of("dev.rota.cli.instance"),
          List.of("dev.rota.cli.console"));

  /** Public for who is not of this program: clients of a registry, and Kafka Streams. */
  private static final Set<String> USED_FROM_OUTSIDE =
      Set.of(
          "dev.rota.registry.AvroSerde",
          "dev.rota.stream.RocksDbBounds",
          "dev.rota.stream.UnsendableOutput",
          "dev.rota.stream.hold.HoldingWrapper");

  private static JavaClasses main;
  private static JavaClasses all;

  @BeforeAll
  static void read() {
    main =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.rota");
    all = new ClassFileImporter().importPackages("dev.rota");
  }

  /** They are some hundred megabytes, which slow down the tests that measure the heap. */
  @AfterAll
  static void forget() {
    main = null;
    all = null;
  }

  /** Every package with a domain's card in it, the tests' own domain too. */
  static List<String> domains() {
    return all.stream()
        .filter(type -> type.isAssignableTo(Domain.class))
        .filter(type -> !type.isInterface() && !type.isAnonymousClass())
        .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
        .map(JavaClass::getPackageName)
        .distinct()
        .sorted()
        .toList();
  }

  /** Without what tests it, which lies in the same package; the tests' own domain as it is. */
  private static JavaClasses of(String domain) {
    return main.containPackage(domain) ? main : all;
  }

  @Test
  void everyDomainIsFound() {
    assertThat(domains()).contains(ALARMS).doesNotContain("dev.rota.domain", BAD);
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
    Walls.usesJavaBaseAnd("dev.rota.engine", "dev.rota.engine").check(main);
    Walls.usesJavaBaseAnd("dev.rota.table", "dev.rota.table").check(main);

    fails(Walls.usesJavaBaseAnd("dev.rota.ledger", "dev.rota.ledger"), main, "org.apache.avro");
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
    fails(Walls.seesNothingOf("dev.rota.bots.traffic", "dev.rota.bots.wire"), main, "BuildFarm");
    fails(Walls.seesNothingOf("dev.rota.bots", "dev.rota.bots.traffic"), main, "BotsDomain");
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
    // The tests' own domain has its records in a package of their own.
    String[] below = {"avro", "domain..", "engine", "samples", "table", "alarms"};
    Walls.ofTheHouseItKnows(domain + "..", below).check(of(domain));

    fails(Walls.ofTheHouseItKnows(BAD, below), all, "AlarmState");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void nothingButTheListOfDomainsKnowsADomain(String domain) {
    Walls.onlyTheListOfDomainsKnows(domain).check(main);
    Walls.clientsKnowRecordsOnly(Walls.CLIENTS, domain).check(main);

    fails(Walls.clientsKnowRecordsOnly(BAD, ALARMS), all, "AlarmState");
    fails(Walls.onlyTheListOfDomainsKnows("dev.rota.ledger"), main, "dev.rota.stream");
  }

  @Test
  void theRoadKnowsTheCardOfADomainAndNoDomain() {
    String[] parts = {
      "ahead",
      "avro",
      "domain",
      "engine",
      "kept",
      "ledger",
      "ledger.limits",
      "ledger.packs",
      "ledger.versions",
      "partitions",
      "registry",
      "stream.damage",
      "stream.hold",
      "stream.past",
      "stream.rows",
      "stream.status",
      "stream.time",
      "stream.watch",
      "table",
      "text",
      "topics",
      "topics.rights"
    };
    Walls.ofTheHouseItKnows("dev.rota.stream", parts).check(main);
    Walls.ofTheHouseItKnows("dev.rota.stream.damage", "ledger").check(main);
    Walls.ofTheHouseItKnows("dev.rota.stream.hold", "partitions", "topics", "topics.rights")
        .check(main);
    Walls.ofTheHouseItKnows("dev.rota.stream.rows", "ledger.packs", "table").check(main);
    Walls.ofTheHouseItKnows("dev.rota.stream.status", "text", "topics").check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.stream.watch", "domain", "health", "text", "topics", "topics.rights")
        .check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.stream.past",
            "domain",
            "engine",
            "kept",
            "ledger",
            "ledger.versions",
            "logs",
            "partitions",
            "text",
            "topics",
            "topics.rights")
        .check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.stream.time", "domain", "engine", "ledger", "partitions", "text", "topics")
        .check(main);

    fails(Walls.ofTheHouseItKnows("dev.rota.stream", "engine", "table"), main, "rota.ledger");
    fails(Walls.ofTheHouseItKnows(BAD, parts), all, "AlarmState", "AlarmRing");
  }

  @Test
  void kafkaStaysWhereTheRoadMeetsIt() {
    Walls.kafkaStaysIn(
            "dev.rota.stream..",
            "dev.rota.topics..",
            "dev.rota.partitions..",
            "dev.rota.embedded..",
            "dev.rota.registry..",
            "dev.rota.cli..",
            "dev.rota.audit..",
            "dev.rota.health..",
            "dev.rota.kept..",
            "dev.rota.logs..",
            "dev.rota.follow..",
            "dev.rota.capsule..",
            "dev.rota.rehearse..",
            "dev.rota.notary..",
            "dev.rota.bench..",
            "dev.rota.workers..",
            "dev.rota.metrics..",
            // the names of Kafka's own settings, and the states of a road
            "dev.rota.settings..",
            "dev.rota.http..")
        .check(main);

    fails(Walls.kafkaStaysIn("dev.rota.embedded.."), main, "dev.rota.stream", "dev.rota.registry");
  }

  @Test
  void oneRoomKnowsTheHttpServer() {
    Walls.onlyUsedIn("dev.rota.http..", "org.eclipse.jetty..", "com.sun.net.httpserver..")
        .check(main);

    fails(Walls.onlyUsedIn("dev.rota.cli..", "org.eclipse.jetty.."), main, "dev.rota.http");
  }

  @Test
  void oneRoomKnowsHowMetricsAreWritten() {
    Walls.onlyUsedIn("dev.rota.metrics..", "io.micrometer..", "io.prometheus..").check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.metrics", "domain", "domain.measures", "engine", "follow", "health", "http")
        .check(main);

    fails(Walls.onlyUsedIn("dev.rota.cli..", "io.micrometer.."), main, "dev.rota.metrics");
  }

  @Test
  void theServerOfAnswersReadsFollowersAlone() {
    String[] parts = {
      "capsule",
      "domain",
      "engine",
      "fetch",
      "follow",
      "follow.held",
      "follow.json",
      "forecast",
      "health",
      "http",
      "ledger",
      "lines",
      "logs",
      "metrics",
      "text",
      "whatif"
    };
    Walls.ofTheHouseItKnows("dev.rota.serve", parts).check(main);

    fails(Walls.ofTheHouseItKnows("dev.rota.serve", "follow"), main, "rota.http");
  }

  @Test
  void proofsAreComputedAndNothingElse() {
    Walls.usesJavaBaseAnd("dev.rota.proof", "dev.rota.proof").check(main);
    Walls.usesJavaBaseAnd("dev.rota.files", "dev.rota.files").check(main);
    Walls.usesJavaBaseAnd("dev.rota.ahead", "dev.rota.ahead").check(main);
    Walls.ofTheHouseItKnows("dev.rota.fetch").check(main);
    Walls.ofTheHouseItKnows("dev.rota.witness", "files", "http", "proof", "table").check(main);
    Walls.ofTheHouseItKnows(
            "dev.rota.notary",
            "domain",
            "fetch",
            "files",
            "ledger",
            "partitions",
            "proof",
            "table",
            "topics")
        .check(main);

    fails(Walls.usesJavaBaseAnd("dev.rota.witness", "dev.rota.witness"), main, "rota.proof");
  }

  @Test
  void oneReaderReadsPartitionsForAll() {
    Walls.onlyOneMakesConsumers("dev.rota.partitions..").check(main);

    fails(Walls.onlyOneMakesConsumers("dev.rota.stream.."), main, "partitions.PartitionReader");
  }

  @Test
  void noWayLeadsUp() {
    for (List<List<String>> house : List.of(FLOORS, ROOMS_OF_CLI)) {
      for (int floor = 0; floor < house.size() - 1; floor++) {
        Walls.nobodyBelowKnows(house.get(floor), house.subList(floor + 1, house.size()))
            .check(main);
      }
    }

    fails(Walls.nobodyBelowKnows(FLOORS.get(5), FLOORS.subList(0, 1)), main, "rota.topics");
  }

  @Test
  void everyRoomOfTheCommandLineHasItsFloor() {
    assertThat(main.getPackage("dev.rota.cli").getSubpackagesInTree())
        .extracting(JavaPackage::getName)
        .isSubsetOf(ROOMS_OF_CLI.stream().flatMap(List::stream).toList());
  }

  @Test
  void applicationsOfTheRoadKnowNothingOfEachOther() {
    Walls.knowNothingOfEachOther(
            List.of(
                "dev.rota.stream",
                "dev.rota.audit",
                "dev.rota.notary",
                "dev.rota.witness",
                "dev.rota.simulate",
                "dev.rota.workers"))
        .check(main);
  }

  @Test
  void aVerbsRoomKnowsNoOtherVerbsRoom() {
    Walls.knowNothingOfEachOther(VERBS).check(main);

    fails(
        Walls.knowNothingOfEachOther(List.of("dev.rota.cli.run", "dev.rota.cli.show")),
        main,
        "dev.rota.cli.show");
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
    Walls.publicTypesAreUsedElsewhere(named).check(all.that(areOfRooms()));

    fails(Walls.publicTypesAreUsedElsewhere(Set.of()), main, "dev.rota.registry.AvroSerde");
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

  /** Java's runtimes print doubles in different ways: {@link dev.rota.domain.Decimal} has one. */
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
    Path ours = Path.of("src/main/java", domain.replace('.', '/'));
    Path test = Path.of("src/test/java", domain.replace('.', '/'));
    try (Stream<Path> files = Files.walk(Files.isDirectory(ours) ? ours : test)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  /** The arguments of {@code implements Domain<S, I, F>}: I and F. */
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
