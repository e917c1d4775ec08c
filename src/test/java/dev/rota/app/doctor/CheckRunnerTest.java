package dev.rota.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.app.doctor.DoctorCheck.Service;
import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.base.settings.SettingsSources;
import dev.rota.bots.BotsDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Whatever becomes of a check, the next one is made. */
class CheckRunnerTest {
  private static final Duration LOOK = Duration.ofMillis(10);
  private static final Duration LONG = Patience.MAX;

  private final List<CheckResult> told = new ArrayList<>();
  private Consumer<String> waiting = _ -> {};

  /** A check of this machine that does as it is told. */
  private record PlannedCheck(
      String id, Service needs, Service opens, boolean isOfDomain, Look look)
      implements DoctorCheck {
    interface Look {
      List<DoctorFinding> at(DoctorContext at) throws IOException;
    }

    static PlannedCheck of(String id, Look look) {
      return new PlannedCheck(id, Service.NONE, Service.NONE, false, look);
    }

    @Override
    public List<DoctorFinding> look(DoctorContext at) throws IOException {
      return look.at(at);
    }
  }

  private static final DoctorCheck LAST =
      PlannedCheck.of("last", _ -> List.of(DoctorFinding.ok("is good")));

  private CheckRunner run(Duration limit, DoctorCheck... checks) {
    var context =
        new DoctorContext(
            new SettingsSources().load(),
            TopicRole.ENGINE,
            List.of(new BotsDomain(), new CoresDomain()));
    CheckRunner runner = new CheckRunner(context, limit, LOOK, waiting);
    runner.run(List.of(checks), told::add);
    return runner;
  }

  @Test
  void aCheckThatFailsOrErrsHidesNoOther() {
    run(
        LONG,
        PlannedCheck.of(
            "throws",
            _ -> {
              throw new IOException("the disk is broken");
            }),
        PlannedCheck.of(
            "errs",
            _ -> {
              throw new NoClassDefFoundError("a/Class");
            }),
        LAST);
    assertThat(told)
        .extracting(CheckResult::check, one -> one.finding().verdict())
        .containsExactly(
            tuple("throws", Verdict.UNKNOWN),
            tuple("errs", Verdict.UNKNOWN),
            tuple("last", Verdict.OK));
    assertThat(told.get(0).finding().what()).contains("the disk is broken");
  }

  @Test
  void aCheckThatDoesNotEndIsLeft() {
    CountDownLatch never = new CountDownLatch(1);
    run(
        Duration.ofMillis(50),
        PlannedCheck.of(
            "hangs",
            _ -> {
              await(never);
              return List.of(DoctorFinding.ok("is not waited for"));
            }),
        LAST);
    assertThat(told).extracting(CheckResult::check).containsExactly("hangs", "last");
    assertThat(told.get(0).finding().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(told.get(0).finding().what()).isEqualTo("it is not known after 0 s");
    assertThat(told.get(0).finding().mend().get(0)).contains("--timeout");
  }

  @Test
  void whatIsWaitedForIsTold() {
    CountDownLatch toldOnce = new CountDownLatch(1);
    List<String> waits = new CopyOnWriteArrayList<>();
    waiting =
        words -> {
          waits.add(words);
          toldOnce.countDown();
        };
    run(
        LONG,
        PlannedCheck.of(
            "takes long",
            _ -> {
              await(toldOnce);
              return List.of(DoctorFinding.ok("has ended"));
            }));
    assertThat(waits).first().asString().startsWith("takes long: waits, ");
    assertThat(told.get(0).finding().what()).isEqualTo("has ended");
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException _) {
      throw new InterruptedIOException();
    }
  }

  @Test
  void whatNeedsAServiceThatIsOutOfReachIsNotMade() {
    DoctorCheck reached =
        new PlannedCheck(
            "reached",
            Service.NONE,
            Service.KAFKA,
            false,
            _ -> {
              throw new IOException("no route");
            });
    DoctorCheck behind =
        new PlannedCheck(
            "behind",
            Service.KAFKA,
            Service.NONE,
            true,
            _ -> List.of(DoctorFinding.ok("is not made")));
    DoctorCheck between =
        new PlannedCheck(
            "between",
            Service.KAFKA,
            Service.SETTINGS,
            false,
            _ -> List.of(DoctorFinding.ok("is not made")));
    DoctorCheck far =
        new PlannedCheck(
            "far",
            Service.SETTINGS,
            Service.NONE,
            false,
            _ -> List.of(DoctorFinding.ok("is not made")));
    CheckRunner runner = run(LONG, reached, behind, between, far, LAST);
    assertThat(told)
        .extracting(CheckResult::name, one -> one.finding().verdict())
        .containsExactly(tuple("reached", Verdict.FAIL), tuple("last", Verdict.OK));
    assertThat(runner.skipped().get(Service.KAFKA))
        .containsExactly("behind bots", "behind cores", "between", "far");
    assertThat(runner.skipped()).containsOnlyKeys(Service.KAFKA);
  }

  @Test
  void whatMayNotBeSeenIsNoFailure() {
    DoctorCheck hidden =
        new PlannedCheck(
            "hidden",
            Service.NONE,
            Service.SETTINGS,
            false,
            _ -> {
              throw new IOException("may not be seen");
            });
    CheckRunner runner = run(LONG, hidden, behind(Service.SETTINGS), LAST);
    assertThat(told)
        .extracting(one -> one.finding().verdict())
        .containsExactly(Verdict.UNKNOWN, Verdict.OK);
    assertThat(runner.skipped()).containsOnly(entry(Service.SETTINGS, List.of("behind")));
  }

  private static DoctorCheck behind(Service needs) {
    return new PlannedCheck(
        "behind", needs, Service.NONE, false, _ -> List.of(DoctorFinding.ok("is made")));
  }

  @Test
  void whatIsLessSafeIsThere() {
    DoctorCheck warns =
        new PlannedCheck(
            "warns",
            Service.NONE,
            Service.SETTINGS,
            false,
            _ -> List.of(DoctorFinding.ok("is there"), DoctorFinding.warn("is old")));
    assertThat(run(LONG, warns, behind(Service.SETTINGS)).skipped()).isEmpty();
    assertThat(told).extracting(CheckResult::name).containsExactly("warns", "warns", "behind");
  }

  @Test
  void oneFailureIsAFailure() {
    run(
        LONG,
        PlannedCheck.of("good", _ -> List.of(DoctorFinding.ok("is good"))),
        PlannedCheck.of("old", _ -> List.of(DoctorFinding.warn("is old"))),
        PlannedCheck.of("hidden", _ -> List.of(DoctorFinding.unknown("nobody says"))),
        PlannedCheck.of("bad", _ -> List.of(DoctorFinding.fail("is bad"))));
    DoctorReport report = new DoctorReport(false, List.of("good", "old", "hidden", "bad"));
    for (CheckResult one : told) {
      assertThat(report.hasFailed()).as("before %s", one.name()).isFalse();
      assertThat(report.lines(one)).hasSize(1);
    }
    assertThat(report.hasFailed()).isTrue();
    assertThat(report.summary(Map.of())).containsExactly("1 ok, 1 warn, 1 fail, 1 unknown");
  }

  @Test
  void eachCheckIsMadeForEachDomainInOrder() {
    DoctorCheck each =
        new PlannedCheck(
            "each",
            Service.NONE,
            Service.NONE,
            true,
            at -> List.of(DoctorFinding.ok(at.domain().name())));
    run(LONG, each, LAST);
    assertThat(told)
        .extracting(CheckResult::name)
        .containsExactly("each bots", "each cores", "last");
    assertThat(told.get(1).finding().what()).isEqualTo("cores");
  }
}
