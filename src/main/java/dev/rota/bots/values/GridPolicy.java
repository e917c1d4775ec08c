package dev.rota.bots.values;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields;
import dev.rota.kernel.domain.RecordFields.FieldVisitor;
import dev.rota.kernel.table.Codec;
import java.util.List;

/**
 * The settings of a grid. Times are in milliseconds.
 *
 * @param byCohort true for the COHORT assigner, false for PRIORITY_AGE
 * @param onEvent true to assign all possible jobs at once, false for one job per iteration
 * @param beats which heartbeats get an outcome (section 8)
 */
public record GridPolicy(
    boolean byCohort,
    boolean onEvent,
    TenancySettings tenancy,
    MatchingSettings matching,
    PacingSettings pacing,
    PreemptionSettings preempting,
    ScoringSettings scoring,
    FetchSettings fetching,
    GridLimits limits,
    Beats beats) {
  /** The initial policy of a grid: the specification's defaults, and a keepalive of a minute. */
  public static final GridPolicy DEFAULT =
      new GridPolicy(
          false,
          true,
          new TenancySettings(List.of(), List.of(), List.of(), null),
          new MatchingSettings(PropertyRules.DEFAULT, List.of()),
          new PacingSettings(100, 0, 5000, 1000, 1000, 0.01, 1, true),
          new PreemptionSettings(20_000, true, true, true, 3, 0),
          new ScoringSettings(true, 0, 1, -10, 1, 5, false, 10, true),
          new FetchSettings(false, false, false),
          new GridLimits(60_000, 5, 7_200_000, GridLimits.NONE, GridLimits.NONE, 300, 600_000),
          Beats.CHANGES);

  /** Without a policy, as the specification has it. */
  private static final long FORMER_KEEPALIVE = 600_000;

  /** Its names, ranges and row. */
  public static final RecordFields<GridPolicy> FIELDS = GridPolicy::visit;

  /** By their numbers in rows. */
  private static final List<Beats> NUMBERED =
      List.of(Beats.CHANGES, Beats.ANSWERED, Beats.DIFFERENCES);

  private static final FieldKind<Beats> BEATS =
      FieldKind.of(
          Codec.of(
              (beats, out) -> out.number(NUMBERED.indexOf(beats)),
              in -> NUMBERED.get(in.integer())),
          Beats::name,
          said -> said.equals("UNKNOWN") ? Beats.CHANGES : Beats.valueOf((String) said));

  /** Which heartbeats get an outcome of their own. */
  public enum Beats {
    /** Those that say something new. */
    CHANGES,
    /** All. */
    ANSWERED,
    /** Those that are not taken as they are said: the bot has something to learn. */
    DIFFERENCES
  }

  private GridPolicy visit(FieldVisitor fields) {
    GridPolicy policy =
        new GridPolicy(
            fields.value("assigner", byCohort, FieldKind.symbols("COHORT", "PRIORITY_AGE")),
            fields.value("dispatch", onEvent, FieldKind.symbols("ON_EVENT", "ON_INTERVAL")),
            tenancy.visit(fields),
            matching.visit(fields),
            pacing.visit(fields),
            preempting.visit(fields),
            scoring.visit(fields),
            fetching.visit(fields),
            limits.visit(fields),
            fields.value("beats", beats, BEATS));
    // The rows of rules version 2 lack it.
    return policy.backingOff(
        fields.added("parkedJobsBackOff", pacing.parkedBackOff(), false, FieldKind.FLAG));
  }

  /** The same with other limits. */
  public GridPolicy limited(GridLimits other) {
    return new GridPolicy(
        byCohort, onEvent, tenancy, matching, pacing, preempting, scoring, fetching, other, beats);
  }

  private GridPolicy backingOff(boolean parked) {
    return new GridPolicy(
        byCohort,
        onEvent,
        tenancy,
        matching,
        pacing.backingOff(parked),
        preempting,
        scoring,
        fetching,
        limits,
        beats);
  }

  /** Returns what a grid of these rules has before a policy is said. */
  public static GridPolicy initial(RulesVersion version) {
    GridPolicy known = DEFAULT.knownTo(version);
    return version.isBefore(RulesVersion.FOURTH)
        ? known.limited(DEFAULT.limits.within(FORMER_KEEPALIVE))
        : known;
  }

  /** Returns the policy as these rules know it. */
  public GridPolicy knownTo(RulesVersion version) {
    return version.isBefore(RulesVersion.THIRD) ? backingOff(false) : this;
  }

  /** Returns the policy of older rules, whose jobs parked at once, as if it was said now. */
  public GridPolicy saidAnew() {
    return backingOff(DEFAULT.pacing.parkedBackOff());
  }

  /** ON_INTERVAL: epoch ms of the try from which on a job without a bot is parked. */
  public long parkedFrom(long queuedAt) {
    long from = preempting.from(queuedAt);
    long tried = BotsInstants.plus(queuedAt, pacing.failureBackoff() * PacingSettings.BACKOFFS_MAX);
    return pacing.parkedBackOff() ? Math.max(from, tried) : from;
  }

  /** Returns the name of the instance's whole pool. */
  public String pool(String instance) {
    for (List<String> pool : tenancy.pools()) {
      if (pool.contains(instance)) {
        return pool.get(0);
      }
    }
    return instance;
  }

  /** Returns the first cohort with the label, or null. */
  public CohortLabels cohortWith(String label) {
    for (CohortLabels cohort : tenancy.cohorts()) {
      if (cohort.labels().contains(label)) {
        return cohort;
      }
    }
    return null;
  }

  /** Returns the labels of a cohort, empty if unknown. */
  public List<String> labelsOf(String cohort) {
    for (CohortLabels one : tenancy.cohorts()) {
      if (one.name().equals(cohort)) {
        return one.labels();
      }
    }
    return List.of();
  }

  public RequestResult<PropertyRules> rules(String instance) {
    if (matching.instances().isEmpty()) {
      return RequestResult.yes(matching.common());
    }
    for (MatchingSettings.OfInstance one : matching.instances()) {
      if (one.instance().equals(instance)) {
        return RequestResult.yes(one.rules());
      }
    }
    return RequestResult.no(
        RefusalReason.INVALID_ARGUMENT,
        "instance '" + instance + "' has no property set: use one that the policy knows");
  }

  /** Returns the first cohort with all of these labels, or null. */
  public String cohortOf(List<String> labels) {
    for (CohortLabels cohort : tenancy.cohorts()) {
      if (cohort.labels().containsAll(labels)) {
        return cohort.name();
      }
    }
    return null;
  }

  public boolean serves(String instance) {
    return tenancy.served() == null
        || tenancy.served().stream().anyMatch(one -> pool(one).equals(pool(instance)));
  }

  /** True if the current assigner evicts. */
  public boolean preempts() {
    return byCohort || preempting.byPriorityAge();
  }
}
