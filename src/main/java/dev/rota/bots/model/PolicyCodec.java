package dev.rota.bots.model;

import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.Policy;
import dev.rota.bots.values.Policy.Fetching;
import dev.rota.bots.values.Policy.Limits;
import dev.rota.bots.values.Policy.Matching;
import dev.rota.bots.values.Policy.Pacing;
import dev.rota.bots.values.Policy.Preempting;
import dev.rota.bots.values.Policy.Scoring;
import dev.rota.bots.values.Policy.Tenancy;
import dev.rota.bots.values.PropertyRules;
import dev.rota.bots.values.PropertyRules.Labelled;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.table.Codec;
import dev.rota.table.FieldReader;
import dev.rota.table.FieldWriter;
import java.util.List;

/** How the policy's row lies in bytes. */
final class PolicyCodec {
  static final Codec<Policy> POLICY = Codec.of(PolicyCodec::write, PolicyCodec::read);

  private PolicyCodec() {}

  private static void write(Policy policy, FieldWriter out) {
    out.flag(policy.byCohort()).flag(policy.onEvent());
    tenancy(policy.tenancy(), out);
    rules(policy.matching().common(), out);
    BotsCodecs.list(
        policy.matching().instances(),
        out,
        (one, to) -> {
          to.text(one.instance());
          rules(one.rules(), to);
        });
    pacing(policy.pacing(), out);
    Preempting p = policy.preempting();
    out.number(p.delay()).flag(p.exclusive()).flag(p.lowerPriorityOnly()).flag(p.byPriorityAge());
    out.number(p.maxEvictions()).number(p.minimumRun());
    scoring(policy.scoring(), out);
    Fetching f = policy.fetching();
    out.flag(f.toCapacity()).flag(f.descriptive()).flag(f.emptyMeansAll());
    Limits l = policy.limits();
    out.number(l.keepalive()).number(l.maxAttempts()).number(l.execution()).number(l.queueAge());
    out.number(l.queueSize()).number(l.position()).number(l.retention());
    out.flag(policy.beatsAnswered());
  }

  private static Policy read(FieldReader in) {
    return new Policy(
        in.flag(),
        in.flag(),
        tenancy(in),
        new Matching(
            rules(in),
            BotsCodecs.list(in, from -> new Matching.OfInstance(from.text(), rules(from)))),
        pacing(in),
        new Preempting(in.number(), in.flag(), in.flag(), in.flag(), in.integer(), in.number()),
        scoring(in),
        new Fetching(in.flag(), in.flag(), in.flag()),
        new Limits(
            in.number(),
            in.integer(),
            in.number(),
            in.number(),
            in.integer(),
            in.integer(),
            in.number()),
        in.hasMore() && in.flag()); // rules 1 wrote none
  }

  private static void tenancy(Tenancy tenancy, FieldWriter out) {
    BotsCodecs.list(
        tenancy.cohorts(),
        out,
        (cohort, to) -> {
          to.text(cohort.name());
          BotsCodecs.texts(cohort.labels(), to);
        });
    BotsCodecs.list(
        tenancy.quotas(),
        out,
        (quota, to) ->
            to.text(quota.cohort()).text(quota.instance()).number(quota.min()).number(quota.max()));
    BotsCodecs.list(tenancy.pools(), out, BotsCodecs::texts);
    out.flag(tenancy.served() != null);
    if (tenancy.served() != null) {
      BotsCodecs.texts(tenancy.served(), out);
    }
  }

  private static Tenancy tenancy(FieldReader in) {
    return new Tenancy(
        BotsCodecs.list(in, from -> new CohortLabels(from.text(), BotsCodecs.texts(from))),
        BotsCodecs.list(
            in, from -> new QuotaBounds(from.text(), from.text(), from.integer(), from.integer())),
        BotsCodecs.list(in, BotsCodecs::texts),
        in.flag() ? BotsCodecs.texts(in) : null);
  }

  private static void rules(PropertyRules rules, FieldWriter out) {
    out.flag(rules.dynamic());
    BotsCodecs.texts(rules.matchKeys(), out);
    BotsCodecs.texts(rules.uniqueKeys(), out);
    BotsCodecs.texts(rules.wildcardKeys(), out);
    out.text(rules.labelKey());
    BotsCodecs.list(
        rules.labels(),
        out,
        (one, to) -> {
          to.text(one.label());
          BotsCodecs.properties(one.properties(), to);
        });
  }

  private static PropertyRules rules(FieldReader in) {
    boolean dynamic = in.flag();
    List<String> match = BotsCodecs.texts(in);
    List<String> unique = BotsCodecs.texts(in);
    List<String> wildcard = BotsCodecs.texts(in);
    String labelKey = in.text();
    List<Labelled> labels =
        BotsCodecs.list(in, from -> new Labelled(from.text(), BotsCodecs.properties(from)));
    return new PropertyRules(dynamic, match, unique, wildcard, labelKey, labels);
  }

  private static void pacing(Pacing p, FieldWriter out) {
    out.number(p.priorityPercentage()).number(p.seed()).number(p.failureBackoff());
    out.number(p.interval()).number(p.jitter()).number(Double.doubleToLongBits(p.busyFactor()));
    out.number(p.assigners());
  }

  private static Pacing pacing(FieldReader in) {
    return new Pacing(
        in.integer(),
        in.number(),
        in.number(),
        in.number(),
        in.number(),
        Double.longBitsToDouble(in.number()),
        in.integer());
  }

  private static void scoring(Scoring s, FieldWriter out) {
    out.flag(s.weighted()).number(s.sampleSize()).number(s.sampleAttempts());
    out.number(Double.doubleToLongBits(s.priorityWeight()));
    out.number(Double.doubleToLongBits(s.capacityWeight()));
    out.number(Double.doubleToLongBits(s.localityWeight()));
    out.flag(s.localityStrategy()).number(s.hintLimit()).flag(s.cohortOnly());
  }

  private static Scoring scoring(FieldReader in) {
    return new Scoring(
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
