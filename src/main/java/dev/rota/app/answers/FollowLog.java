package dev.rota.app.answers;

import static dev.rota.base.text.LogField.domain;
import static dev.rota.base.text.LogField.partition;

import dev.rota.readers.follow.FollowProgress;
import dev.rota.readers.follow.LiveDomain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells how far ledgers are followed: while they catch up, and when something is not verified. */
final class FollowLog {
  private static final Logger LOG = LoggerFactory.getLogger(FollowLog.class);
  private static final long LOOK_MILLIS = 1_000;
  private static final int LOOKS_BETWEEN = 10;

  private final List<LiveDomain> domains;
  private final Map<String, String> told = new HashMap<>();

  FollowLog(List<LiveDomain> domains) {
    this.domains = domains;
  }

  /** Tells until the process ends. */
  void tell() throws InterruptedException {
    for (int look = 0; ; look++) {
      boolean often = look % LOOKS_BETWEEN == 0;
      domains.forEach(domain -> tell(domain.domain().name(), domain.standings(), often));
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private void tell(String domain, List<FollowProgress> partitions, boolean often) {
    for (FollowProgress one : partitions) {
      String where = domain + "/" + one.partition();
      if (one.difference() != null && !one.difference().equals(told.put(where, one.difference()))) {
        LOG.error(
            "{} is not verified: {}",
            where,
            one.difference(),
            domain(domain),
            partition(one.partition()));
      }
    }
    long turns = partitions.stream().mapToLong(FollowProgress::turns).sum();
    if (partitions.stream().allMatch(FollowProgress::caughtUp)) {
      if (told.put(domain, "") == null) {
        LOG.info("{}: caught up, all {} turns are verified", domain(domain), turns);
      }
    } else if (often) {
      long left = partitions.stream().mapToLong(FollowProgress::behind).sum();
      LOG.info("{}: {} turns are verified, {} records are left", domain(domain), turns, left);
    }
  }
}
