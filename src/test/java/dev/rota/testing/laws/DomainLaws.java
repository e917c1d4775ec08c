package dev.rota.testing.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.rota.base.avro.AvroBytes;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.lab.simulate.HistoryShrinker;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.rehearse.PartitionRehearsal;
import dev.rota.readers.rehearse.RehearsalReport;
import dev.rota.road.stream.OfflineStreams.Sent;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * The laws L1 to L10 over seeded, hostile histories, and for each a mutation of the domain that
 * turns it red.
 *
 * <p>{@code -Drota.laws.seeds=1000} is the long form, {@code -Drota.seed=17} that seed alone.
 */
public abstract class DomainLaws<S extends State, I, F extends Fact<S>> {
  private static final int SEEDS = Integer.getInteger("rota.laws.seeds", 50);
  private static final Long SEED = Long.getLong("rota.seed");
  private static final int EVENTS = 250;
  private static final int TURNS = Integer.getInteger("rota.laws.turns", 200_000);
  private static final int LONG_EVENTS = 500;
  private static final int COVERED_SEEDS = 200;
  private static final int MUTANT_SEEDS = 30;
  private static final long SHRINK_EVENTS = 60_000;
  private static final String REPEAT = "./mvnw test -Dtest=%s -Drota.seed=%d";

  private static final Map<String, Tally> TRIED = new TreeMap<>();
  private static String told;

  protected abstract DomainCard<S, I, F> domain();

  protected abstract Customs<S> customs();

  /** One small rule of a later version: what happens instead of this, or the same. */
  protected abstract F later(F fact);

  /** One of the laws, of a domain that may be a mutant. */
  private interface Statute<S extends State, I, F extends Fact<S>> {
    Law<S, I, F> of(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally);
  }

  @Test
  protected final void sameLogSameDecisions() {
    holds("L1 same log, same decisions", SameLog::new);
  }

  @Test
  protected final void sameLogTurnsRed() {
    turnsRed(mutants().readsTheTimeZone(), SameLog::new);
    turnsRed(mutants().speaksTheLocale(), SameLog::new);
    turnsRed(mutants().remembersOtherRuns(), SameLog::new);
  }

  /** {@code -Drota.golden=write} writes a new one, for a new version of the rules. */
  @Test
  protected final void theGoldenLedgerIsDecidedToTheSameByteForByte() throws IOException {
    Golden<S, I, F> golden = new Golden<>(domain());
    if ("write".equals(System.getProperty("rota.golden"))) {
      golden.write();
    }
    assertThat(golden.file())
        .as("these rules have no golden ledger: write one with -Drota.golden=write")
        .exists();
    List<byte[]> pages = golden.read();
    assertThat(pages).hasSizeGreaterThan(6);
    assertThat(Golden.broken(domain(), pages)).isEmpty();
    assertThat(Golden.broken(mutants().looksAtTurnNumbers(), pages)).isPresent();
    tell("L1 golden ledger", pages.size() + " pages");
  }

  @Test
  protected final void theLedgersOfAllVersionsAreDecidedAgain() throws IOException {
    for (Path file : Golden.all(domain())) {
      List<ReplayVerdict> verdicts = Golden.verdicts(domain(), Golden.read(file));
      tell("ledger " + file.getFileName(), verdicts.size() + " turns");
      assertThat(verdicts).hasSizeGreaterThan(100).allMatch(ReplayVerdict.Same.class::isInstance);
      for (ReplayVerdict verdict : verdicts) {
        for (Output output : ((ReplayVerdict.Same) verdict).decided().published()) {
          assertWhole(output);
        }
      }
    }
  }

  /** Whoever reads it with the present schema gets what the rules said: no field was left out. */
  private static void assertWhole(Output output) throws IOException {
    if (output.record() != null) {
      assertThat(
              AvroBytes.decode(
                  new SpecificDatumReader<SpecificRecord>(
                      output.schema(), output.record().getSchema()),
                  output.payload()))
          .isEqualTo(output.record());
    }
  }

  @Test
  protected final void aRehearsalUnderTheSameRulesFindsNothingAndUnderLaterOnesWhatTheyChange()
      throws IOException {
    List<byte[]> pages = new Golden<>(domain()).read();
    int rules = domain().engine().rules();
    Later<S, I, F> later = Later.of(domain(), this::later);
    assertThat(rehearsed(later, rules, pages).isSame()).isTrue();
    assertThat(rehearsed(later, rules, pages).turns()).isEqualTo(480);

    RehearsalReport other = rehearsed(later, rules + 1, pages);
    assertThat(other.turns()).isEqualTo(480);
    assertThat(other.first()).isPresent();
    tell("rehearsal", other.differences() + " of 480 turns differ");
  }

  private static <S extends State, I, F extends Fact<S>> RehearsalReport rehearsed(
      DomainCard<S, I, F> domain, int rules, List<byte[]> pages) {
    PartitionRehearsal one = new PartitionRehearsal(domain, 0, Long.MIN_VALUE, rules);
    new LedgerLogs(domain.name(), pages).records().forEach(one::take);
    return one.report();
  }

  @Test
  protected final void restartAnywhere() {
    holds("L2 restart anywhere", RestartAnywhere::new);
  }

  @Test
  protected final void restartAnywhereTurnsRed() {
    turnsRed(mutants().keepsAnUnsavedCount(), RestartAnywhere::new);
  }

  @Test
  protected final void savedOncePerPage() {
    holds("L2 saved once a page", SavedPerPage::new);
  }

  /** {@code -Drota.laws.turns=10000000} is the long form; {@code -Drota.seed} leaves it out. */
  @Test
  protected final void restartAnywhereInLongHistoriesThatReachEverything() {
    NotRun.unless(SEED == null, "all seeds together reach everything");
    int seeds = Math.max(1, TURNS / LONG_EVENTS);
    List<LongRestarts<S, I, F>> runs =
        LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToObj(seed -> History.hostile(DomainTraffic.of(domain()), seed, LONG_EVENTS))
            .map(this::longRestarts)
            .toList();
    Tally tally = new Tally();
    Coverage<S, I, F> coverage = new Coverage<>(domain());
    for (LongRestarts<S, I, F> run : runs) {
      tally.seed();
      tally.add(run.tally());
      run.tell(coverage);
    }
    tell("L2 long histories", tally.toString());
    assertThat(coverage.unreached())
        .as("what no history reaches, and what is listed as such")
        .isEqualTo(customs().unreached().keySet());
  }

  private LongRestarts<S, I, F> longRestarts(History history) {
    LongRestarts<S, I, F> law =
        LongRestarts.of(domain(), customs(), history.seed() <= COVERED_SEEDS);
    law.broken(history).ifPresent(how -> red("L2 restart anywhere", history, how, law));
    return law;
  }

  @Test
  protected final void aLaneAdoptsLaterRulesAnywhere() {
    holds("later rules are adopted anywhere", versions(AdoptsAnywhere::new));
  }

  @Test
  protected final void aLaneGoesBackUntilItHasAdoptedLaterRules() {
    holds("a lane goes back until it has adopted", versions(GoesBack::new));
  }

  /** A law of the domain with one more version of its rules. */
  private interface Upgrade<S extends State, I, F extends Fact<S>> {
    Law<S, I, F> of(Later<S, I, F> later, Customs<S> customs, Tally tally);
  }

  private Statute<S, I, F> versions(Upgrade<S, I, F> law) {
    return (domain, customs, tally) -> law.of(Later.of(domain, this::later), customs, tally);
  }

  @Test
  protected final void ticksChangeNothing() {
    holds("L3 ticks change nothing", TicksChangeNothing::new);
  }

  @Test
  protected final void ticksChangeNothingTurnsRed() {
    turnsRed(mutants().looksAtTurnNumbers(), TicksChangeNothing::new);
  }

  @Test
  protected final void deadlinesFireAtTheirOwnTime() {
    holds("L4 deadlines fire at their own time", DeadlinesOnTime::new);
    NotRun.unless(
        customs().hasDeadlines(), "L4 is vacuous: " + domain().name() + " has no deadlines");
  }

  @Test
  protected final void deadlinesFireAtTheirOwnTimeTurnsRed() {
    NotRun.unless(
        customs().hasDeadlines(), "L4 is vacuous: " + domain().name() + " has no deadlines");
    turnsRed(mutants().firesLate(), DeadlinesOnTime::new);
  }

  @Test
  protected final void duplicatesAreHarmless() {
    holds("L5 duplicates are harmless", DuplicatesAreHarmless::new);
  }

  @Test
  protected final void duplicatesAreHarmlessTurnsRed() {
    turnsRed(mutants().repeatsItself(), DuplicatesAreHarmless::new);
  }

  @Test
  protected final void everyInputIsAnswered() {
    holds("L6 every input is answered", EveryInputAnswered::new);
  }

  @Test
  protected final void everyInputIsAnsweredTurnsRed() {
    turnsRed(mutants().saysNothing(), EveryInputAnswered::new);
    turnsRed(mutants().answersTwice(), EveryInputAnswered::new);
    Sent nameless = new Sent("t", null, 0, 0, Map.of("rota.turn", "lane/1/0"), null, null);
    assertThat(EveryInputAnswered.unsourced(List.of(nameless), "t/0/0", "lane/1/")).isPresent();
  }

  @Test
  protected final void invariantsHoldAfterEveryRecord() {
    holds("L7 invariants hold", InvariantsHold::new);
  }

  @Test
  protected final void invariantsHoldAfterEveryRecordTurnsRed() {
    turnsRed(mutants().spoilsItsState(), InvariantsHold::new);
  }

  @Test
  protected final void lanesAreStrangers() {
    holds("L8 lanes are strangers", LanesAreStrangers::new);
  }

  @Test
  protected final void lanesAreStrangersTurnsRed() {
    turnsRed(mutants().mixesItsLanes(), LanesAreStrangers::new);
  }

  @Test
  protected final void stateIsBoundedByLiveThings() {
    holds("L9 state is bounded", StateIsBounded::new);
  }

  @Test
  protected final void stateIsBoundedByLiveThingsTurnsRed() {
    turnsRed(mutants().hoards(), StateIsBounded::new);
  }

  @Test
  protected final void refusalsChangeNothing() {
    holds("L10 refusals change nothing", RefusalsChangeNothing::new);
  }

  @Test
  protected final void refusalsChangeNothingTurnsRed() {
    turnsRed(mutants().notesEveryInput(), RefusalsChangeNothing::new);
  }

  private Mutants<S, I, F> mutants() {
    return new Mutants<>(domain(), customs());
  }

  @Test
  protected final void aFailingSeedPrintsTheOneCommandThatRepeatsItAndTheEventsThatItNeeds() {
    assertThatThrownBy(
            () -> holds(mutants().looksAtTurnNumbers(), "L3 ticks", TicksChangeNothing::new))
        .hasMessageContaining("L3 ticks is broken for " + domain().name() + " by seed ")
        .hasMessageContaining(
            "repeat: ./mvnw test -Dtest=" + getClass().getSimpleName() + " -Drota.seed=")
        .hasMessageContaining("of its " + EVENTS + " events are enough: with ticks, output");
  }

  private void holds(String name, Statute<S, I, F> statute) {
    holds(domain(), name, statute);
  }

  private void holds(DomainCard<S, I, F> domain, String name, Statute<S, I, F> statute) {
    Tally tally = new Tally();
    Law<S, I, F> law = statute.of(domain, customs(), tally);
    boolean vacuous = law instanceof DeadlinesOnTime && !customs().hasDeadlines();
    for (long seed : seeds()) {
      History history = history(seed);
      tally.seed();
      law.broken(history).ifPresent(how -> red(name, history, how, law));
    }
    TRIED.computeIfAbsent(name, _ -> new Tally()).add(tally);
    told = domain.name();
    tell(name, tally + (vacuous ? "; vacuous: there are no deadlines" : ""));
    if (SEED == null && !vacuous) {
      assertThat(tally.cases()).as("cases that %s says something about", name).isPositive();
    }
  }

  /** One line for the build's log: how much all laws of this domain were tried. */
  @AfterAll
  static void sum() {
    if (!TRIED.isEmpty()) {
      Tally all = new Tally();
      TRIED.values().forEach(all::add);
      System.out.println("laws of " + told + ": " + TRIED.size() + " laws hold, " + all);
      TRIED.clear();
    }
  }

  private static long[] seeds() {
    return SEED != null ? new long[] {SEED} : LongStream.rangeClosed(1, SEEDS).toArray();
  }

  private History history(long seed) {
    return History.hostile(DomainTraffic.of(domain()), seed, EVENTS);
  }

  private void red(String name, History history, String how, Law<S, I, F> law) {
    List<Traffic.Event> few =
        HistoryShrinker.shrink(
            history.events(), less -> law.broken(history.with(less)).isPresent(), SHRINK_EVENTS);
    History shrunk = history.with(few);
    fail(
        "%s is broken for %s by seed %d: %s%nrepeat: %s%n%d of its %d events are enough: %s%s",
        name,
        domain().name(),
        history.seed(),
        how,
        REPEAT.formatted(getClass().getSimpleName(), history.seed()),
        few.size(),
        history.events().size(),
        law.broken(shrunk).orElse(how),
        shrunk.told());
  }

  /** Some seed finds it. */
  private void turnsRed(DomainCard<S, I, F> mutant, Statute<S, I, F> statute) {
    Law<S, I, F> law = statute.of(mutant, customs(), new Tally());
    Optional<String> found =
        LongStream.rangeClosed(1, MUTANT_SEEDS)
            .mapToObj(seed -> law.broken(history(seed)))
            .flatMap(Optional::stream)
            .findFirst();
    assertThat(found).as("what the law says of a domain that breaks it").isPresent();
  }

  private void tell(String name, String counts) {
    System.out.println("laws of " + domain().name() + ": " + name + ": " + counts);
  }
}
