package dev.rota.readers.whatif;

import dev.rota.kernel.domain.FleetChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What is otherwise than it was.
 *
 * @param sinceMillis from when on, epoch ms; it is measured from then on too
 */
public record HistoryChange(PolicyPatch policy, List<FleetChange> fleet, long sinceMillis) {
  /** In words: the fields of the policy, and the flags that change the fleet. */
  public String told() {
    List<String> words = new ArrayList<>(policy.told());
    fleet.forEach(one -> words.add(one.toString()));
    return String.join(", ", words);
  }

  /** The flags of {@code rota whatif} that ask for it, each after a blank. */
  public String flags() {
    StringBuilder flags = new StringBuilder();
    if (sinceMillis != Long.MIN_VALUE) {
      flags.append(" --since ").append(Instant.ofEpochMilli(sinceMillis));
    }
    if (!policy.isEmpty()) {
      flags.append(" --policy '").append(policy.json().replace("'", "'\\''")).append('\'');
    }
    fleet.forEach(one -> flags.append(' ').append(one));
    return flags.toString();
  }

  /** Returns true if nothing is changed. */
  public boolean isNone() {
    return policy.isEmpty() && fleet.isEmpty();
  }
}
