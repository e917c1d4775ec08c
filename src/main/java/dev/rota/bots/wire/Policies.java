package dev.rota.bots.wire;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.Beats;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.FetchFilter;
import dev.rota.bots.InstancePropertySet;
import dev.rota.bots.LabelledProperties;
import dev.rota.bots.PropertySet;
import dev.rota.bots.PropertySetKind;
import dev.rota.bots.Quota;
import dev.rota.bots.Reading;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.Fetching;
import dev.rota.bots.values.Labelled;
import dev.rota.bots.values.Limits;
import dev.rota.bots.values.Matching;
import dev.rota.bots.values.Pacing;
import dev.rota.bots.values.Policy;
import dev.rota.bots.values.Preempting;
import dev.rota.bots.values.PropertyRules;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.Scoring;
import dev.rota.bots.values.Tenancy;
import java.util.ArrayList;
import java.util.List;

/** Converts a policy record to a policy. Fields left to the reading are resolved here. */
final class Policies {
  private Policies() {}

  static Change change(BotPolicy p) {
    boolean seed = p.getReading() == Reading.SEED;
    Policy policy =
        new Policy(
            p.getAssigner() == AssignerKind.COHORT,
            p.getDispatch() == Dispatch.ON_EVENT,
            tenancy(p),
            matching(p),
            pacing(p),
            new Preempting(
                p.getPreemptionDelayMs(),
                or(p.getPreemptionDelayExclusive(), seed),
                or(p.getVictimsOfLowerPriority(), seed),
                or(p.getPriorityAgePreempts(), seed),
                p.getMaxEvictions(),
                p.getMinimumRunTimeMs()),
            scoring(p, seed),
            new Fetching(
                p.getProactiveFetchToCapacity(),
                p.getFetchFilter() == FetchFilter.DESCRIPTIVE,
                p.getEmptyQuotaSetMeansUnrestricted()),
            limits(p),
            beats(p.getBeats()));
    return new Change(policy, unsupported(p));
  }

  private static Policy.Beats beats(Beats said) {
    return switch (said) {
      case ANSWERED -> Policy.Beats.ANSWERED;
      case DIFFERENCES -> Policy.Beats.DIFFERENCES;
      case CHANGES, UNKNOWN -> Policy.Beats.CHANGES;
    };
  }

  private static boolean or(Boolean said, boolean otherwise) {
    return said == null ? otherwise : said;
  }

  private static List<String> unsupported(BotPolicy p) {
    List<String> fields = new ArrayList<>();
    if (p.getAssigner() == AssignerKind.UNKNOWN) {
      fields.add("assigner");
    }
    if (p.getDispatch() == Dispatch.UNKNOWN) {
      fields.add("dispatch");
    }
    if (p.getReading() == Reading.UNKNOWN) {
      fields.add("reading");
    }
    if (p.getFetchFilter() == FetchFilter.UNKNOWN) {
      fields.add("fetchFilter");
    }
    if (p.getBeats() == Beats.UNKNOWN) {
      fields.add("beats");
    }
    if (p.getPropertySet().getKind() == PropertySetKind.UNKNOWN) {
      fields.add("propertySet.kind");
    }
    for (InstancePropertySet one : p.getInstancePropertySets()) {
      if (one.getPropertySet().getKind() == PropertySetKind.UNKNOWN) {
        fields.add("instancePropertySets." + one.getInstance() + ".kind");
      }
    }
    return fields;
  }

  private static Tenancy tenancy(BotPolicy p) {
    List<CohortLabels> cohorts = new ArrayList<>();
    for (Cohort cohort : p.getCohorts()) {
      cohorts.add(new CohortLabels(cohort.getCohort(), List.copyOf(cohort.getLabels())));
    }
    List<QuotaBounds> quotas = new ArrayList<>();
    for (Quota quota : p.getQuotas()) {
      quotas.add(
          new QuotaBounds(quota.getCohort(), quota.getInstance(), quota.getMin(), quota.getMax()));
    }
    List<List<String>> pools = new ArrayList<>();
    p.getInstancePools().forEach(pool -> pools.add(List.copyOf(pool)));
    List<String> served = p.getAssignerInstances();
    return new Tenancy(cohorts, quotas, pools, served == null ? null : List.copyOf(served));
  }

  private static Matching matching(BotPolicy p) {
    List<Matching.OfInstance> instances = new ArrayList<>();
    for (InstancePropertySet one : p.getInstancePropertySets()) {
      instances.add(new Matching.OfInstance(one.getInstance(), rules(one.getPropertySet())));
    }
    return new Matching(rules(p.getPropertySet()), instances);
  }

  private static PropertyRules rules(PropertySet set) {
    List<Labelled> labels = new ArrayList<>();
    for (LabelledProperties one : set.getLabels()) {
      labels.add(new Labelled(one.getLabel(), Inbound.properties(one.getProperties())));
    }
    return new PropertyRules(
        set.getKind() == PropertySetKind.DYNAMIC,
        List.copyOf(set.getMatchKeys()),
        List.copyOf(set.getUniqueKeys()),
        List.copyOf(set.getWildcardKeys()),
        set.getLabelKey(),
        labels);
  }

  private static Pacing pacing(BotPolicy p) {
    return new Pacing(
        p.getPriorityPercentage(),
        p.getSeed(),
        p.getFailureBackoffMs(),
        p.getIntervalMs(),
        p.getJitterMs(),
        p.getBusyFactor(),
        p.getAssigners(),
        p.getParkedJobsBackOff());
  }

  private static Scoring scoring(BotPolicy p, boolean seed) {
    return new Scoring(
        seed,
        p.getSampleSize(),
        p.getSampleAttempts(),
        p.getWeightPriority(),
        p.getWeightCapacity(),
        p.getWeightLocality(),
        p.getLocalityStrategy(),
        p.getLocalityHintLimit(),
        or(p.getBotsOfCohortOnly(), seed));
  }

  private static Limits limits(BotPolicy p) {
    return new Limits(
        p.getKeepaliveMs(),
        p.getMaxAttempts(),
        p.getExecutionLimitMs(),
        p.getQueueLimitMs() == null ? Limits.NONE : said(p.getQueueLimitMs()),
        p.getMaxQueueSize() == null ? Limits.NONE : (int) said(p.getMaxQueueSize()),
        p.getPositionLimit(),
        p.getCompletedRetentionMs());
  }

  /** Maps negative values to one that is out of range, so that none means "no limit". */
  private static long said(long limit) {
    return limit < 0 ? Limits.NONE - 1 : limit;
  }
}
