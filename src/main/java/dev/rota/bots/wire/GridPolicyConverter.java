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
import dev.rota.bots.values.FetchSettings;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.LabelProperties;
import dev.rota.bots.values.MatchingSettings;
import dev.rota.bots.values.PacingSettings;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.bots.values.PropertyRules;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.ScoringSettings;
import dev.rota.bots.values.TenancySettings;
import java.util.ArrayList;
import java.util.List;

/** Converts a policy record to a policy. Fields left to the reading are resolved here. */
final class GridPolicyConverter {
  private GridPolicyConverter() {}

  static Change change(BotPolicy p) {
    boolean seed = p.getReading() == Reading.SEED;
    GridPolicy policy =
        new GridPolicy(
            p.getAssigner() == AssignerKind.COHORT,
            p.getDispatch() == Dispatch.ON_EVENT,
            tenancy(p),
            matching(p),
            pacing(p),
            new PreemptionSettings(
                p.getPreemptionDelayMs(),
                or(p.getPreemptionDelayExclusive(), seed),
                or(p.getVictimsOfLowerPriority(), seed),
                or(p.getPriorityAgePreempts(), seed),
                p.getMaxEvictions(),
                p.getMinimumRunTimeMs()),
            scoring(p, seed),
            new FetchSettings(
                p.getProactiveFetchToCapacity(),
                p.getFetchFilter() == FetchFilter.DESCRIPTIVE,
                p.getEmptyQuotaSetMeansUnrestricted()),
            limits(p),
            beats(p.getBeats()));
    return new Change(policy, unsupported(p));
  }

  private static GridPolicy.Beats beats(Beats said) {
    return switch (said) {
      case ANSWERED -> GridPolicy.Beats.ANSWERED;
      case DIFFERENCES -> GridPolicy.Beats.DIFFERENCES;
      case CHANGES, UNKNOWN -> GridPolicy.Beats.CHANGES;
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

  private static TenancySettings tenancy(BotPolicy p) {
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
    return new TenancySettings(cohorts, quotas, pools, served == null ? null : List.copyOf(served));
  }

  private static MatchingSettings matching(BotPolicy p) {
    List<MatchingSettings.OfInstance> instances = new ArrayList<>();
    for (InstancePropertySet one : p.getInstancePropertySets()) {
      instances.add(
          new MatchingSettings.OfInstance(one.getInstance(), rules(one.getPropertySet())));
    }
    return new MatchingSettings(rules(p.getPropertySet()), instances);
  }

  private static PropertyRules rules(PropertySet set) {
    List<LabelProperties> labels = new ArrayList<>();
    for (LabelledProperties one : set.getLabels()) {
      labels.add(
          new LabelProperties(one.getLabel(), BotsInputConverter.properties(one.getProperties())));
    }
    return new PropertyRules(
        set.getKind() == PropertySetKind.DYNAMIC,
        List.copyOf(set.getMatchKeys()),
        List.copyOf(set.getUniqueKeys()),
        List.copyOf(set.getWildcardKeys()),
        set.getLabelKey(),
        labels);
  }

  private static PacingSettings pacing(BotPolicy p) {
    return new PacingSettings(
        p.getPriorityPercentage(),
        p.getSeed(),
        p.getFailureBackoffMs(),
        p.getIntervalMs(),
        p.getJitterMs(),
        p.getBusyFactor(),
        p.getAssigners(),
        p.getParkedJobsBackOff());
  }

  private static ScoringSettings scoring(BotPolicy p, boolean seed) {
    return new ScoringSettings(
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

  private static GridLimits limits(BotPolicy p) {
    return new GridLimits(
        p.getKeepaliveMs(),
        p.getMaxAttempts(),
        p.getExecutionLimitMs(),
        p.getQueueLimitMs() == null ? GridLimits.NONE : said(p.getQueueLimitMs()),
        p.getMaxQueueSize() == null ? GridLimits.NONE : (int) said(p.getMaxQueueSize()),
        p.getPositionLimit(),
        p.getCompletedRetentionMs());
  }

  /** Maps negative values to one that is out of range, so that none means "no limit". */
  private static long said(long limit) {
    return limit < 0 ? GridLimits.NONE - 1 : limit;
  }
}
