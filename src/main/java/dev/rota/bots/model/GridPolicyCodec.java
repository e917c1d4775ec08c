package dev.rota.bots.model;

import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.FetchSettings;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.GridPolicy.Beats;
import dev.rota.bots.values.LabelProperties;
import dev.rota.bots.values.MatchingSettings;
import dev.rota.bots.values.PacingSettings;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.bots.values.PropertyRules;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.ScoringSettings;
import dev.rota.bots.values.TenancySettings;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.List;

/** The binary encoding of the policy. */
final class GridPolicyCodec {
  static final Codec<GridPolicy> POLICY = Codec.of(GridPolicyCodec::write, GridPolicyCodec::read);

  /** By their numbers in rows. */
  private static final List<Beats> BEATS =
      List.of(Beats.CHANGES, Beats.ANSWERED, Beats.DIFFERENCES);

  private static final Codec<List<String>> TEXTS =
      Codec.of((texts, out) -> out.list(texts, Codec.PLAIN), in -> in.list(Codec.PLAIN));
  private static final Codec<CohortLabels> COHORT =
      Codec.of(
          (one, out) -> out.text(one.name()).list(one.labels(), Codec.PLAIN),
          in -> new CohortLabels(in.text(), in.list(Codec.PLAIN)));
  private static final Codec<QuotaBounds> QUOTA =
      Codec.of(
          (one, out) ->
              out.text(one.cohort()).text(one.instance()).number(one.min()).number(one.max()),
          in -> new QuotaBounds(in.text(), in.text(), in.integer(), in.integer()));
  private static final Codec<LabelProperties> LABELLED =
      Codec.of(
          (one, out) -> BotsCodecs.PROPERTIES.write(one.properties(), out.text(one.label())),
          in -> new LabelProperties(in.text(), BotsCodecs.PROPERTIES.read(in)));
  private static final Codec<MatchingSettings.OfInstance> OF_INSTANCE =
      Codec.of(
          (one, out) -> rules(one.rules(), out.text(one.instance())),
          in -> new MatchingSettings.OfInstance(in.text(), rules(in)));

  private GridPolicyCodec() {}

  private static void write(GridPolicy policy, FieldWriter out) {
    out.flag(policy.byCohort()).flag(policy.onEvent());
    tenancy(policy.tenancy(), out);
    rules(policy.matching().common(), out);
    out.list(policy.matching().instances(), OF_INSTANCE);
    pacing(policy.pacing(), out);
    PreemptionSettings p = policy.preempting();
    out.number(p.delay()).flag(p.exclusive()).flag(p.lowerPriorityOnly()).flag(p.byPriorityAge());
    out.number(p.maxEvictions()).number(p.minimumRun());
    scoring(policy.scoring(), out);
    FetchSettings f = policy.fetching();
    out.flag(f.toCapacity()).flag(f.descriptive()).flag(f.emptyMeansAll());
    GridLimits l = policy.limits();
    out.number(l.keepalive()).number(l.maxAttempts()).number(l.execution()).number(l.queueAge());
    out.number(l.queueSize()).number(l.position()).number(l.retention());
    out.number(BEATS.indexOf(policy.beats()));
    if (policy.pacing().parkedBackOff()) {
      out.number(1); // rows of rules version 2 lack it
    }
  }

  private static GridPolicy read(FieldReader in) {
    boolean byCohort = in.flag();
    boolean onEvent = in.flag();
    TenancySettings tenancy = tenancy(in);
    MatchingSettings matching = new MatchingSettings(rules(in), in.list(OF_INSTANCE));
    PacingSettings pacing = pacing(in);
    GridPolicy policy =
        new GridPolicy(
            byCohort,
            onEvent,
            tenancy,
            matching,
            pacing,
            new PreemptionSettings(
                in.number(), in.flag(), in.flag(), in.flag(), in.integer(), in.number()),
            scoring(in),
            new FetchSettings(in.flag(), in.flag(), in.flag()),
            new GridLimits(
                in.number(),
                in.integer(),
                in.number(),
                in.number(),
                in.integer(),
                in.integer(),
                in.number()),
            BEATS.get(in.integer()));
    return in.numberOr(0) == 0 ? policy : policy.saidAnew();
  }

  private static void tenancy(TenancySettings tenancy, FieldWriter out) {
    out.list(tenancy.cohorts(), COHORT).list(tenancy.quotas(), QUOTA);
    out.list(tenancy.pools(), TEXTS).optional(tenancy.served(), TEXTS);
  }

  private static TenancySettings tenancy(FieldReader in) {
    return new TenancySettings(in.list(COHORT), in.list(QUOTA), in.list(TEXTS), in.optional(TEXTS));
  }

  private static void rules(PropertyRules rules, FieldWriter out) {
    out.flag(rules.dynamic());
    out.list(rules.matchKeys(), Codec.PLAIN).list(rules.uniqueKeys(), Codec.PLAIN);
    out.list(rules.wildcardKeys(), Codec.PLAIN).text(rules.labelKey());
    out.list(rules.labels(), LABELLED);
  }

  private static PropertyRules rules(FieldReader in) {
    return new PropertyRules(
        in.flag(),
        in.list(Codec.PLAIN),
        in.list(Codec.PLAIN),
        in.list(Codec.PLAIN),
        in.text(),
        in.list(LABELLED));
  }

  private static void pacing(PacingSettings p, FieldWriter out) {
    out.number(p.priorityPercentage()).number(p.seed()).number(p.failureBackoff());
    out.number(p.interval()).number(p.jitter()).number(Double.doubleToLongBits(p.busyFactor()));
    out.number(p.assigners());
  }

  private static PacingSettings pacing(FieldReader in) {
    return new PacingSettings(
        in.integer(),
        in.number(),
        in.number(),
        in.number(),
        in.number(),
        Double.longBitsToDouble(in.number()),
        in.integer(),
        false);
  }

  private static void scoring(ScoringSettings s, FieldWriter out) {
    out.flag(s.weighted()).number(s.sampleSize()).number(s.sampleAttempts());
    out.number(Double.doubleToLongBits(s.priorityWeight()));
    out.number(Double.doubleToLongBits(s.capacityWeight()));
    out.number(Double.doubleToLongBits(s.localityWeight()));
    out.flag(s.localityStrategy()).number(s.hintLimit()).flag(s.cohortOnly());
  }

  private static ScoringSettings scoring(FieldReader in) {
    return new ScoringSettings(
        in.flag(),
        in.integer(),
        in.integer(),
        Double.longBitsToDouble(in.number()),
        Double.longBitsToDouble(in.number()),
        Double.longBitsToDouble(in.number()),
        in.flag(),
        in.integer(),
        in.flag());
  }
}
