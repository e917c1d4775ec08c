package dev.rota.bots.naive;

import dev.rota.bots.BotPolicy;
import dev.rota.bots.Quota;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** What there is: plain lists, which every question scans. */
final class NaiveGrid {
  static final String NAME = "builds";

  // [3.1] and [9]: the order that the original leaves to SQL is that of creation
  static final Comparator<NaiveJob> BY_PRIORITY =
      Comparator.<NaiveJob>comparingInt(job -> job.priority)
          .thenComparingLong(job -> job.queuedAt)
          .thenComparingInt(job -> job.number);
  static final Comparator<NaiveJob> BY_AGE =
      Comparator.<NaiveJob>comparingLong(job -> job.queuedAt).thenComparingInt(job -> job.number);

  /** A quota and what is used of it, section 4. */
  static final class Row {
    Quota bounds;
    int usage;
  }

  NaiveRules rules = new NaiveRules(BotPolicy.newBuilder().setGrid(NAME).build());
  final List<NaiveJob> jobs = new ArrayList<>();
  final List<NaiveBot> bots = new ArrayList<>();
  final Map<String, Row> rows = new TreeMap<>();
  final List<SpecificRecord> told = new ArrayList<>();
  long now;

  /** Who may have taken another's place by then does so. */
  long evictsBy;

  int submitted;
  int registered;

  /** How many numbers chance has given. */
  long drawn;

  NaiveJob job(String name) {
    return jobs.stream().filter(job -> job.name().equals(name)).findFirst().orElse(null);
  }

  NaiveJob byOperation(String operation) {
    return jobs.stream()
        .filter(job -> job.operations.containsKey(operation))
        .findFirst()
        .orElse(null);
  }

  NaiveBot bot(String name) {
    return bots.stream().filter(bot -> bot.name.equals(name)).findFirst().orElse(null);
  }

  /** Those in the queue, first the one that goes first. */
  List<NaiveJob> waiting(Comparator<NaiveJob> order) {
    return jobs.stream().filter(NaiveJob::waits).sorted(order).toList();
  }

  /** Those in the queue of an instance that is served, by priority. */
  List<NaiveJob> served() {
    return waiting(BY_PRIORITY).stream().filter(job -> rules.serves(job.instance())).toList();
  }

  Row row(String cohort, String instance) {
    return cohort == null ? null : rows.get(cohort + "/" + instance);
  }

  // [4]: never below zero; without a row nothing is counted
  void charge(String cohort, String instance, int delta) {
    Row row = row(cohort, instance);
    if (row != null) {
      row.usage = Math.max(0, row.usage + delta);
    }
  }

  // [4]: a row that stays keeps its usage, and a new one counts what runs: max is a ceiling
  void adopt(BotPolicy policy) {
    rules = new NaiveRules(policy);
    Map<String, Row> before = new TreeMap<>(rows);
    rows.clear();
    for (Quota quota : policy.getQuotas()) {
      String key = quota.getCohort() + "/" + quota.getInstance();
      Row row = before.get(key);
      if (row == null) {
        row = new Row();
        row.usage = (int) jobs.stream().filter(job -> isCharged(job, quota)).count();
      }
      row.bounds = quota;
      rows.put(key, row);
    }
  }

  private static boolean isCharged(NaiveJob job, Quota quota) {
    return job.runs()
        && quota.getCohort().equals(job.bot.cohort)
        && quota.getInstance().equals(job.instance());
  }

  // [2]
  boolean satisfies(NaiveBot bot, NaiveJob job) {
    return rules.reaches(bot.instance, job.instance()) && bot.able.runs(job.needs);
  }

  // [12]: inclusive
  long position(NaiveJob own) {
    return jobs.stream()
        .filter(NaiveJob::waits)
        .filter(job -> rules.pool(own.instance()).contains(job.instance()))
        .filter(
            job ->
                job.priority < own.priority
                    || job.priority == own.priority && job.queuedAt <= own.queuedAt)
        .count();
  }

  // [5]: the code ranks by spare capacity alone
  double rank(NaiveBot bot, NaiveJob job) {
    if (!rules.seed()) {
      return bot.spare();
    }
    double score =
        bot.priority * rules.policy.getWeightPriority()
            + bot.spare() * rules.policy.getWeightCapacity();
    boolean hit = job.hint() != null && bot.hints.contains(job.hint());
    return hit ? score + rules.policy.getWeightLocality() : score;
  }
}
