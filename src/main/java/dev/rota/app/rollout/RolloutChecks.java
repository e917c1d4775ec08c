package dev.rota.app.rollout;

import dev.rota.app.doctor.CheckResult;
import dev.rota.app.doctor.DoctorFinding;
import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.app.rollout.PartitionPause.Heir;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.road.health.GroupMembers;
import dev.rota.road.health.PartitionFinding;
import dev.rota.road.health.PartitionHealth.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What makes a rolling restart unwise now, besides what the doctor looks at. Each says what mends
 * it.
 *
 * @param bootstrap for commands
 */
record RolloutChecks(RolloutFacts facts, RolloutPlan plan, String bootstrap) {
  /** A restore that takes longer than all else of a restart. */
  private static final double LONG_SECONDS = RestartFigures.STOP + RestartFigures.JOIN;

  /** Whether there is somebody who takes over. */
  DoctorFinding engines(Optional<GroupMembers> group) {
    int engines = facts.instances().size();
    if (engines == 0) {
      return DoctorFinding.fail(
          "no engine of %s runs under this application.id: nothing is there to restart"
              .formatted(facts.domain()),
          "start one: rota run --config FILE",
          "or pass the application.id that engines have, in --config or ROTA_APPLICATION_ID");
    }
    if (group.isPresent() && group.get().isMoving()) {
      return DoctorFinding.fail(
          "the group moves its partitions just now, it is %s".formatted(group.get().state()),
          "look again in a minute: rota rollout %s -b %s".formatted(facts.domain(), bootstrap));
    }
    if (engines == 1) {
      return DoctorFinding.warn(
          "there is one engine: all partitions stand still until it is back",
          "start a second one first, elsewhere or with another state.dir: rota run --config FILE");
    }
    return DoctorFinding.ok(
        "%d engines: while one is restarted, the others have its partitions".formatted(engines));
  }

  /** Whether rows are restored for longer than all else takes. */
  DoctorFinding standbys() {
    List<PartitionPause> cold =
        pauses().stream()
            .filter(one -> one.heir().isCold())
            .filter(one -> one.stop().reckoned() - RestartFigures.STOP > LONG_SECONDS)
            .toList();
    if (!cold.isEmpty()) {
      TimeSpan longest =
          cold.stream().map(PartitionPause::stop).reduce(TimeSpan.NONE, TimeSpan::orLonger);
      return DoctorFinding.warn(
          "no other engine has the rows of the partitions %s: one of them stands still for %s"
              .formatted(partitions(cold), longest.words()),
          facts.settings().byBrokers()
              ? ("kafka-configs.sh --bootstrap-server %s --alter --entity-type groups --entity-name"
                      + " %s --add-config streams.num.standby.replicas=1")
                  .formatted(bootstrap, facts.group())
              : "set standbys=1 for all engines: it counts from their next start on",
          "or restart when little comes");
    }
    List<PartitionPause> some = pauses().stream().filter(one -> one.heir() != Heir.NOBODY).toList();
    return DoctorFinding.ok(
        some.isEmpty()
            ? "no partition would be taken over by another engine"
            : "whoever takes a partition over has its rows within %.1f s".formatted(LONG_SECONDS));
  }

  private List<PartitionPause> pauses() {
    return plan.steps().stream().flatMap(one -> one.pauses().stream()).toList();
  }

  private static String partitions(List<PartitionPause> some) {
    return some.stream()
        .map(PartitionPause::partition)
        .collect(Collectors.toCollection(TreeSet::new))
        .toString();
  }

  /** What the model of health says. */
  List<DoctorFinding> health(List<PartitionFinding> found) {
    return found.isEmpty()
        ? List.of(DoctorFinding.ok("every partition is decided, and no input waits for long"))
        : found.stream().map(this::health).toList();
  }

  private DoctorFinding health(PartitionFinding one) {
    Verdict verdict =
        switch (one.cause().level()) {
          case WELL -> Verdict.OK;
          case WAITS -> Verdict.WARN;
          case UNKNOWN -> Verdict.UNKNOWN;
          case WRONG -> Verdict.FAIL;
        };
    return new DoctorFinding(verdict, one.text(), List.of(mend(one)));
  }

  /** This plan need not name itself. */
  private String mend(PartitionFinding one) {
    return one.cause() == Cause.STANDS
        ? "see the log and /status of the engine that has it"
        : one.next().words() + ": " + one.next().commandAt(bootstrap);
  }

  /**
   * Whether lanes would adopt rules that engines do not know which are not restarted yet.
   *
   * @param newest that this program knows
   * @param adoption of the settings
   */
  DoctorFinding rules(int newest, RulesAdoption adoption) {
    int there = facts.tails().values().stream().mapToInt(LedgerTail::rules).max().orElse(0);
    if (there > newest) {
      return DoctorFinding.fail(
          "lanes are decided by rules %d, and this program knows %d: its engines would decide nothing"
              .formatted(there, newest),
          "install the release that adopted them, or a later one; see docs/versions.md, Roll back");
    }
    boolean adopts = there > 0 && Math.min(newest, adoption.most()) > there;
    boolean known =
        facts.instances().stream()
            .allMatch(one -> one.status() != null && one.status().rules() >= newest);
    if (adopts && !known) {
      return DoctorFinding.warn(
          ("lanes are decided by rules %d, and an engine of this program would adopt %d: an older"
                  + " engine could not take such a lane over")
              .formatted(there, newest),
          "set rules.adopt=hold for all engines until each is of this release; see"
              + " docs/versions.md, Upgrade");
    }
    return DoctorFinding.ok(
        there == 0
            ? "no turn was found by which to tell the rules"
            : "lanes are decided by rules %d, and a restart changes none".formatted(there));
  }

  /**
   * Whether engines are alike and at work, as far as they were asked.
   *
   * @param asked all that answered
   */
  List<DoctorFinding> statuses(List<EngineStatus> asked) {
    if (asked.isEmpty()) {
      return List.of(
          DoctorFinding.unknown(
              "no engine was asked for its version, its copies of rows and its trouble",
              "name the addresses of their HTTP: --engine http://HOST:8080,http://HOST2:8080"));
    }
    List<DoctorFinding> found = new ArrayList<>();
    asked.forEach(one -> status(one).ifPresent(found::add));
    String versions =
        asked.stream()
            .map(one -> "%s rules %d".formatted(one.version(), one.rules()))
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    if (versions.contains(", ")) {
      found.add(
          DoctorFinding.warn(
              "engines are of unlike versions: " + versions + ": a rollout is half done",
              "restart those of the older one: "
                  + asked.stream()
                      .map(one -> one.url() + " has " + one.version())
                      .collect(Collectors.joining(", "))));
    }
    if (found.isEmpty()) {
      found.add(
          DoctorFinding.ok(
              "%d of %d engines say that they are well, all of version %s"
                  .formatted(asked.size(), facts.instances().size(), versions)));
    }
    return found;
  }

  private Optional<DoctorFinding> status(EngineStatus one) {
    if (!one.runsDomain()) {
      return Optional.of(
          DoctorFinding.warn(
              "the engine at %s does not run %s".formatted(one.url(), facts.domain()),
              "pass the addresses of engines of this domain"));
    }
    if (!one.trouble().isEmpty()) {
      return Optional.of(
          DoctorFinding.fail(
              "the engine at %s is not ready: %s".formatted(one.url(), one.trouble()),
              "see its log, and wait until its /readyz says 200"));
    }
    if (!one.opening().isEmpty()) {
      return Optional.of(
          DoctorFinding.fail(
              "the engine at %s opens the partitions %s just now"
                  .formatted(one.url(), one.opening()),
              "wait until its /status has no opening"));
    }
    boolean member = facts.instances().stream().anyMatch(it -> one.equals(it.status()));
    return member || one.active().isEmpty()
        ? Optional.empty()
        : Optional.of(
            DoctorFinding.warn(
                "no member of the group has the partitions %s of the engine at %s"
                    .formatted(one.active(), one.url()),
                "look again; if it stays so, this engine is of another cluster or application.id"));
  }

  /** These findings under one name. */
  static List<CheckResult> named(String check, String domain, List<DoctorFinding> found) {
    return found.stream().map(one -> new CheckResult(check, domain, one)).toList();
  }
}
