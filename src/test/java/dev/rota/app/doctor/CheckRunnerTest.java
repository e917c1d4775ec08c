package dev.rota.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.app.doctor.DoctorCheck.Service;
import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.base.settings.SettingsSources;
import dev.rota.bots.BotsDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.road.topics.rights.TopicRole;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Whatever becomes of a check, the next one is made. */
class CheckRunnerTest {
  private final List<CheckResult> told = new ArrayList<>();
  private final List<String> waits = new ArrayList<>();

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
      PlannedCheck.of("last", at -> List.of(DoctorFinding.ok("is good")));

  private CheckRunner run(Duration limit, DoctorCheck... checks) {
    var context =
        new DoctorContext(
            new SettingsSources().load(),
            TopicRole.ENGINE,
            List.of(new BotsDomain(), new CoresDomain()));
    CheckRunner runner = new CheckRunner(context, limit, waits::add);
    runner.run(List.of(checks), told::add);
    return runner;
  }

  @Test
  void aCheckThatFailsOrErrsHidesNoOther() {
    run(
        Duration.ofSeconds(60),
        PlannedCheck.of(
            "throws",
            at -> {
              throw new IOException("the disk is broken");
            }),
        PlannedCheck.of(
            "errs",
            at -> {
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
  void aCheckThatDoesNotEndIsLeftAndToldWhatIsWaitedFor() {
    CountDownLatch never = new CountDownLatch(1);
    run(
        Duration.ofMillis(2_100),
        PlannedCheck.of(
            "hangs",
            at -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return List.of();
            }),
        LAST);
    assertThat(told)
        .extracting(one -> one.finding().verdict())
        .containsExactly(Verdict.UNKNOWN, Verdict.OK);
    assertThat(told.get(0).finding().what()).isEqualTo("it is not known after 2 s");
    assertThat(told.get(0).finding().mend().get(0)).contains("--timeout");
    assertThat(waits).first().asString().startsWith("hangs: waits, 2 s of at most 2");
  }

  @Test
  void whatNeedsAServiceThatIsOutOfReachIsNotMade() {
    DoctorCheck reached =
        new PlannedCheck(
            "reached",
            Service.NONE,
            Service.KAFKA,
            false,
            at -> {
              throw new IOException("no route");
            });
    DoctorCheck behind =
        new PlannedCheck(
            "behind",
            Service.KAFKA,
            Service.NONE,
            true,
            at -> List.of(DoctorFinding.ok("is not made")));
    CheckRunner runner = run(Duration.ofSeconds(60), reached, behind, LAST);
    assertThat(told)
        .extracting(CheckResult::name, one -> one.finding().verdict())
        .containsExactly(tuple("reached", Verdict.FAIL), tuple("last", Verdict.OK));
    assertThat(runner.skipped().get(Service.KAFKA)).containsExactly("behind bots", "behind cores");
  }

  @Test
  void whatMayNotBeSeenIsNoFailure() {
    DoctorCheck hidden =
        new PlannedCheck(
            "hidden",
            Service.NONE,
            Service.SETTINGS,
            false,
            at -> {
              throw new IOException("may not be seen");
            });
    run(Duration.ofSeconds(60), hidden, LAST);
    assertThat(told)
        .extracting(one -> one.finding().verdict())
        .containsExactly(Verdict.UNKNOWN, Verdict.OK);
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
    run(Duration.ofSeconds(60), each, LAST);
    assertThat(told)
        .extracting(CheckResult::name)
        .containsExactly("each bots", "each cores", "last");
    assertThat(told.get(1).finding().what()).isEqualTo("cores");
  }
}
