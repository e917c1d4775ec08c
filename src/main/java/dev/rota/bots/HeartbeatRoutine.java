package dev.rota.bots;

import dev.rota.bots.BotsFact.BotRefreshed;
import dev.rota.bots.BotsFact.BotRefused;
import dev.rota.bots.BotsFact.BotRegistered;
import dev.rota.bots.BotsFact.BotSynchronised;
import dev.rota.bots.BotsInput.Heartbeat;
import dev.rota.bots.BotsInput.Report;
import dev.rota.bots.BotsInput.Reported;
import dev.rota.bots.JobFact.JobRefused;
import dev.rota.domain.Names;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Section 8: a bot registers, synchronises or closes its session. */
final class HeartbeatRoutine {
  private static final int CAPACITY_MAX = 100_000;

  private HeartbeatRoutine() {}

  static List<Step<BotsView, BotsFact>> steps(BotsView view, Heartbeat beat, long nowMillis) {
    Answer<Heartbeat> admitted = admission(beat);
    if (admitted.refused()) {
      return refused(beat, admitted.reason(), admitted.detail(), nowMillis);
    }
    Bot live = view.bot(beat.bot());
    String session = beat.session();
    if (session != null && !beat.registering() && !beat.closing()) {
      String missing = missing(view, live, beat);
      if (missing != null) {
        return refused(beat, Reason.INVALID_ARGUMENT, missing, nowMillis);
      }
    }
    if (live != null && session != null && !session.equals(live.spec.session())) {
      return refused(
          beat,
          Reason.SESSION_MISMATCH,
          "session " + session + " is not the live one: register, and this bot's is closed",
          nowMillis);
    }
    if (beat.closing()) {
      return live == null
          ? refused(
              beat,
              Reason.NOT_FOUND,
              "no bot " + beat.bot() + " lives: nothing to close",
              nowMillis)
          : List.of(v -> Endings.gone(v, live, Reason.BOT_CLOSED, null, nowMillis));
    }
    if (beat.registering() || (session == null && (live == null || isAnother(live, beat)))) {
      return register(view, beat, nowMillis);
    }
    return synchronise(view, live, beat, nowMillis);
  }

  /** Why there is no session that it could be of, whatever it is named; or null. */
  private static String missing(BotsView view, Bot live, Heartbeat beat) {
    if (live == null) {
      return "no bot " + beat.bot() + " lives: register, with no session";
    }
    return reaches(view, live, beat.instance())
        ? null
        : "instance is " + beat.instance() + ", the session's is " + live.spec.instance();
  }

  private static Answer<Heartbeat> admission(Heartbeat beat) {
    String wrong = Names.wrong("bot", beat.bot());
    if (wrong != null) {
      return Answer.no(Reason.INVALID_ARGUMENT, wrong);
    }
    if (beat.health() == Health.UNKNOWN) {
      return Answer.no(Reason.UNSUPPORTED_VALUE, "status is unknown to this version");
    }
    if (beat.capacity() < 1 || beat.capacity() > CAPACITY_MAX) {
      return Answer.no(
          Reason.OUT_OF_RANGE, "capacity is " + beat.capacity() + ": from 1 to " + CAPACITY_MAX);
    }
    for (Report report : beat.reports()) {
      if (report.state() == Reported.UNKNOWN) {
        return Answer.no(
            Reason.UNSUPPORTED_VALUE,
            "leases: the state of " + report.job() + " is unknown to this version");
      }
    }
    return Answer.yes(beat);
  }

  private static List<Step<BotsView, BotsFact>> refused(
      Heartbeat beat, Reason reason, String detail, long nowMillis) {
    return List.of(
        v -> List.of(new BotRefused(beat.bot(), beat.session(), reason, detail, nowMillis)));
  }

  /** Without a session named, an equal bot goes on with the live one; a different one is new. */
  private static boolean isAnother(Bot live, Heartbeat beat) {
    return !live.spec.instance().equals(beat.instance())
        || !live.spec.said().equals(beat.properties());
  }

  private static boolean reaches(BotsView view, Bot live, String instance) {
    return live.spec.instance().equals(BotSpec.EVERYBODY)
        || view.policy().pool(live.spec.instance()).equals(view.policy().pool(instance));
  }

  /** Section 8, Create: a live bot of the same name is closed first. */
  static List<Step<BotsView, BotsFact>> register(BotsView view, Heartbeat beat, long nowMillis) {
    Answer<PropertyRules.Resolved> resolved = resolved(view, beat);
    if (resolved.refused()) {
      return refused(beat, resolved.reason(), resolved.detail(), nowMillis);
    }
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    Bot live = view.bot(beat.bot());
    if (live != null) {
      steps.add(v -> Endings.gone(v, live, Reason.REGISTERED_AGAIN, null, nowMillis));
    }
    steps.add(v -> List.of(registered(v, beat, resolved.value(), nowMillis)));
    completions(beat, nowMillis, null, steps);
    return steps;
  }

  private static BotsFact registered(
      BotsView view, Heartbeat beat, PropertyRules.Resolved resolved, long nowMillis) {
    Policy policy = view.policy();
    BotSpec spec =
        new BotSpec(
            beat.bot(),
            beat.bot() + "/" + (view.counters().sessions() + 1),
            beat.instance(),
            beat.properties(),
            resolved.properties(),
            resolved.labels(),
            policy.cohortOf(resolved.labels()));
    return new BotRegistered(
        spec,
        beat.health(),
        beat.capacity(),
        beat.priority(),
        Times.plus(nowMillis, policy.limits().keepalive()),
        nowMillis);
  }

  /** Section 2: by the instance's property set; a bot for everybody by all that it fits. */
  private static Answer<PropertyRules.Resolved> resolved(BotsView view, Heartbeat beat) {
    List<Policy.Matching.OfInstance> all = view.policy().matching().instances();
    if (all.isEmpty() || !beat.instance().equals(BotSpec.EVERYBODY)) {
      Answer<PropertyRules> rules = view.policy().rules(beat.instance());
      return rules.refused()
          ? Answer.no(rules.reason(), rules.detail())
          : rules.value().ofBot(beat.properties());
    }
    Properties has = Properties.NONE;
    TreeSet<String> labels = new TreeSet<>();
    for (Policy.Matching.OfInstance one : all) {
      Answer<PropertyRules.Resolved> resolved = one.rules().ofBot(beat.properties());
      if (!resolved.refused()) {
        has = has.and(resolved.value().properties());
        labels.addAll(resolved.value().labels());
      }
    }
    return labels.isEmpty()
        ? Answer.no(Reason.FAILED_PRECONDITION, "properties fit no instance's property set")
        : Answer.yes(new PropertyRules.Resolved(has, List.copyOf(labels)));
  }

  private static List<Step<BotsView, BotsFact>> synchronise(
      BotsView view, Bot bot, Heartbeat beat, long nowMillis) {
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    steps.add(
        v ->
            List.of(
                new BotRefreshed(
                    bot.name(),
                    beat.health(),
                    beat.capacity(),
                    beat.priority(),
                    Times.plus(nowMillis, v.policy().limits().keepalive()),
                    nowMillis)));
    Fetch fetch = view.policy().onEvent() ? null : new Fetch(view, bot, nowMillis);
    completions(beat, nowMillis, fetch, steps);
    if (fetch != null) {
      steps.add(Step.repeated(fetch));
    }
    steps.add(v -> answer(v, bot, beat, nowMillis));
    return steps;
  }

  /** Section 9: one after the other, for a job may be reported twice. */
  private static void completions(
      Heartbeat beat, long nowMillis, Fetch fetch, List<Step<BotsView, BotsFact>> steps) {
    for (Report report : beat.reports()) {
      if (report.state() == Reported.COMPLETED) {
        steps.add(v -> completion(v, beat, report, fetch, nowMillis));
      }
    }
  }

  private static List<BotsFact> completion(
      BotsView view, Heartbeat beat, Report report, Fetch fetch, long nowMillis) {
    Job job = view.job(report.job());
    if (job == null || !isHeld(job, beat.bot()) || !report.isOf(job)) {
      String from =
          job == null
              ? "unknown, or over and forgotten"
              : job.standing()
                  + (job.bot == null ? "" : " on " + job.bot.name() + " as " + job.attempt());
      return List.of(
          new JobRefused(
              report.job(),
              null,
              job == null ? null : job.instance(),
              Reason.INVALID_TRANSITION,
              "bot "
                  + beat.bot()
                  + " has no such lease of job "
                  + report.job()
                  + ": from "
                  + from
                  + " to COMPLETED",
              "bots 9",
              nowMillis));
    }
    List<BotsFact> facts = Endings.completed(view, job, report, nowMillis);
    if (fetch != null) {
      fetch.handled(job, facts);
    }
    return facts;
  }

  private static boolean isHeld(Job job, String bot) {
    return job.bot != null && job.bot.name().equals(bot);
  }

  /** What the bot is to go on with; a report that no server made costs the session (V142). */
  private static List<BotsFact> answer(BotsView view, Bot bot, Heartbeat beat, long nowMillis) {
    for (Report report : beat.reports()) {
      boolean unfit = report.state() == Reported.CANCELLED || report.state() == Reported.PENDING;
      Job held = bot.held.get(report.job());
      if (unfit && held != null && report.isOf(held)) {
        String detail = "leases: " + report.job() + " is ACTIVE, reported as " + report.state();
        return Endings.gone(view, bot, Reason.PROTOCOL_VIOLATED, detail, nowMillis);
      }
    }
    return List.of(
        new BotSynchronised(
            bot.name(),
            bot.spec.session(),
            bot.spec.cohort(),
            List.copyOf(bot.held.keySet()),
            bot.expiresAt,
            nowMillis));
  }
}
