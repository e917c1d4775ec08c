package dev.rota.kernel.domain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What waits in a lane, grouped by what it waits for: the answer to a query. Groups are in the
 * order in which they come first, so things are best added with the oldest first.
 */
public final class ReasonGroups {
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private long others;

  private static final class Group {
    private String oldest;
    private Long since;
    private long waiting;
  }

  /**
   * Adds a thing, or several that wait as one.
   *
   * @param reason what it waits for, in words that are the same for all that wait for it
   * @param thing its name; null: it has none
   * @param waiting how many items it is
   * @param since since when it waits, epoch ms; null: it is not known
   */
  public void add(String reason, String thing, long waiting, Long since) {
    Group group = groups.computeIfAbsent(reason, _ -> new Group());
    boolean older = since != null && (group.since == null || since < group.since);
    if (older || group.waiting == 0) {
      group.oldest = thing;
      group.since = since;
    }
    group.waiting += waiting;
  }

  /** Adds things of which nobody has asked what they wait for. */
  public void others(long waiting) {
    others += waiting;
  }

  /** A map for each group. That of the others, if there are any, is the last and has no reason. */
  public List<Object> told() {
    List<Object> all = new ArrayList<>();
    groups.forEach(
        (reason, group) -> all.add(told(reason, group.waiting, group.since, group.oldest)));
    if (others > 0) {
      all.add(told(null, others, null, null));
    }
    return all;
  }

  private static Map<String, Object> told(String reason, long waiting, Long since, String oldest) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("reason", reason);
    one.put("waiting", waiting);
    one.put("since", since);
    one.put("oldest", oldest);
    return one;
  }
}
