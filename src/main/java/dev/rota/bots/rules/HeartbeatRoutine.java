package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotRefreshed;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.MatchingSettings;
import dev.rota.bots.values.PropertyRules;
import dev.rota.bots.values.RefusalReason;
import dev.rota.bots.values.RequestResult;
import dev.rota.bots.values.ResolvedProperties;
import dev.rota.bots.values.RulesVersion;
import dev.rota.bots.values.SortedProperties;
import dev.rota.kernel.domain.NameCheck;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Section 8: a bot registers, synchronises or closes its session. */
final class HeartbeatRoutine {
  private static final int CAPACITY_MAX = 100_000;
  private static final Set<BotHealth> KNOWN = EnumSet.complementOf(EnumSet.of(BotHealth.UNKNOWN));

  private HeartbeatRoutine() {}

  static List<Step<BotsView, BotsFact>> steps(BotsView before, Heartbeat beat, long nowMillis) {
    RequestResult<Heartbeat> admitted = admission(beat);
    if (admitted.refused()) {
      return refused(beat, admitted.reason(), admitted.detail(), nowMillis);
    }
    Bot live = before.bot(beat.bot());
    String session = beat.session();
    if (session != null && !beat.registering() && !beat.closing()) {
      String missing = missing(before, live, beat);
      if (missing != null) {
        return refused(beat, RefusalReason.INVALID_ARGUMENT, missing, nowMillis);
      }
    }
    if (live != null && session != null && !session.equals(live.spec().session())) {
      return refused(
          beat,
          RefusalReason.SESSION_MISMATCH,
          "session "
              + session
              + " is not live: bot "
              + live.name()
              + " is in session "
              + live.spec().session()
              + ". Leave session out to go on with that one. Set registering as well to start"
              + " anew.",
          nowMillis);
    }
    if (beat.closing()) {
      return close(before, live, beat, nowMillis);
    }
    if (beat.registering() || (session == null && (live == null || isAnother(live, beat)))) {
      return register(before, beat, nowMillis);
    }
    return synchronise(before, live, beat, nowMillis);
  }

  /** What is completed ends first: finished work is not done again. */
  private static List<Step<BotsView, BotsFact>> close(
      BotsView before, Bot live, Heartbeat beat, long nowMillis) {
    if (live == null) {
      return refused(
          beat,
          RefusalReason.NOT_FOUND,
          "bot " + beat.bot() + " is not registered: there is nothing to close",
          nowMillis);
    }
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    if (!before.version().isBefore(RulesVersion.THIRD)) {
      steps.addAll(CompletionRoutine.of(beat, null, nowMillis));
    }
    steps.add(view -> GridEndings.gone(view, live, BotsReason.BOT_CLOSED, null, nowMillis));
    return steps;
  }

  /** Returns why the heartbeat can belong to no session, or null. */
  private static String missing(BotsView before, Bot live, Heartbeat beat) {
    if (live == null) {
      return "bot " + beat.bot() + " is not registered. Leave session out to register it.";
    }
    return reaches(before, live, beat.instance())
        ? null
        : "instance is '"
            + beat.instance()
            + "', and the session's is '"
            + live.spec().instance()
            + "'. Set registering to change it.";
  }

  private static RequestResult<Heartbeat> admission(Heartbeat beat) {
    String wrong = NameCheck.wrong("bot", beat.bot());
    if (wrong != null) {
      return RequestResult.no(RefusalReason.INVALID_ARGUMENT, wrong);
    }
    if (beat.profile().health() == BotHealth.UNKNOWN) {
      return RequestResult.no(
          RefusalReason.UNSUPPORTED_VALUE,
          "status has a symbol that this version does not know. Use one of " + KNOWN + ".");
    }
    int capacity = beat.profile().capacity();
    if (capacity < 1 || capacity > CAPACITY_MAX) {
      return RequestResult.no(
          RefusalReason.OUT_OF_RANGE, "capacity is " + capacity + ": from 1 to " + CAPACITY_MAX);
    }
    for (Report report : beat.reports()) {
      if (report.state() == Reported.UNKNOWN) {
        return RequestResult.no(
            RefusalReason.UNSUPPORTED_VALUE,
            "leases: the state of job "
                + report.job()
                + " has a symbol that this version does not know. Use ACTIVE or COMPLETED.");
      }
    }
    return RequestResult.yes(beat);
  }

  private static List<Step<BotsView, BotsFact>> refused(
      Heartbeat beat, RefusalReason reason, String detail, long nowMillis) {
    return List.of(
        _ -> List.of(new BotRefused(beat.bot(), beat.session(), reason, detail, nowMillis)));
  }

  /** Without a session named, equal instance and properties continue the current one. */
  private static boolean isAnother(Bot live, Heartbeat beat) {
    return !live.spec().instance().equals(beat.instance())
        || !live.spec().said().equals(beat.properties());
  }

  private static boolean reaches(BotsView before, Bot live, String instance) {
    return live.spec().instance().equals(BotSpec.EVERYBODY)
        || before.policy().pool(live.spec().instance()).equals(before.policy().pool(instance));
  }

  /** Section 8, Create: a registered bot of the same name is closed first. */
  static List<Step<BotsView, BotsFact>> register(BotsView before, Heartbeat beat, long nowMillis) {
    RequestResult<ResolvedProperties> resolved = resolved(before, beat);
    if (resolved.refused()) {
      return refused(beat, resolved.reason(), resolved.detail(), nowMillis);
    }
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    Bot live = before.bot(beat.bot());
    if (live != null) {
      steps.add(view -> GridEndings.gone(view, live, BotsReason.REGISTERED_AGAIN, null, nowMillis));
    }
    steps.add(view -> List.of(registered(view, beat, resolved.value(), nowMillis)));
    steps.addAll(CompletionRoutine.of(beat, null, nowMillis));
    return steps;
  }

  private static BotsFact registered(
      BotsView view, Heartbeat beat, ResolvedProperties resolved, long nowMillis) {
    GridPolicy policy = view.policy();
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
        spec, beat.profile(), BotsInstants.plus(nowMillis, policy.limits().keepalive()), nowMillis);
  }

  /** Section 2: uses the instance's property set; a bot for all instances, every set that fits. */
  private static RequestResult<ResolvedProperties> resolved(BotsView before, Heartbeat beat) {
    List<MatchingSettings.OfInstance> all = before.policy().matching().instances();
    if (all.isEmpty() || !beat.instance().equals(BotSpec.EVERYBODY)) {
      RequestResult<PropertyRules> rules = before.policy().rules(beat.instance());
      return rules.refused()
          ? RequestResult.no(rules.reason(), rules.detail())
          : rules.value().ofBot(beat.properties());
    }
    SortedProperties has = SortedProperties.NONE;
    TreeSet<String> labels = new TreeSet<>();
    for (MatchingSettings.OfInstance one : all) {
      RequestResult<ResolvedProperties> resolved = one.rules().ofBot(beat.properties());
      if (!resolved.refused()) {
        has = has.and(resolved.value().properties());
        labels.addAll(resolved.value().labels());
      }
    }
    return labels.isEmpty()
        ? RequestResult.no(
            RefusalReason.FAILED_PRECONDITION,
            "properties " + beat.properties().pairs() + " fit the property set of no instance")
        : RequestResult.yes(new ResolvedProperties(has, List.copyOf(labels)));
  }

  private static List<Step<BotsView, BotsFact>> synchronise(
      BotsView before, Bot bot, Heartbeat beat, long nowMillis) {
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    steps.add(
        view ->
            List.of(
                new BotRefreshed(
                    bot.name(),
                    beat.profile(),
                    BotsInstants.plus(nowMillis, view.policy().limits().keepalive()),
                    nowMillis)));
    JobFetch fetch = before.policy().onEvent() ? null : new JobFetch(before, bot, nowMillis);
    steps.addAll(CompletionRoutine.of(beat, fetch, nowMillis));
    if (fetch != null) {
      steps.add(Step.repeated(fetch));
    }
    boolean silent = HeartbeatNews.none(before, bot, beat);
    steps.add(
        view ->
            silent && HeartbeatNews.noneAfter(view, bot, beat)
                ? List.of()
                : answer(view, bot, beat, nowMillis));
    return steps;
  }

  /** Returns the leases to continue. An impossible report closes the session (V142). */
  private static List<BotsFact> answer(BotsView view, Bot bot, Heartbeat beat, long nowMillis) {
    for (Report report : beat.reports()) {
      boolean unfit = report.state() == Reported.CANCELLED || report.state() == Reported.PENDING;
      Leased held = bot.held().get(report.job());
      if (unfit && held != null && report.isOf(held)) {
        String detail =
            "leases: job "
                + report.job()
                + " is ACTIVE, and reported as "
                + report.state()
                + ". The session is closed. Report ACTIVE or COMPLETED. Register again.";
        return GridEndings.gone(view, bot, BotsReason.PROTOCOL_VIOLATED, detail, nowMillis);
      }
    }
    return List.of(
        new BotSynchronised(
            bot.name(),
            bot.spec().session(),
            bot.spec().cohort(),
            List.copyOf(bot.held().keySet()),
            bot.expiresAt(),
            nowMillis));
  }
}
