package dev.rota.cores.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The validator groups of a session: consecutive ranges of the active list. The first groups have
 * one more member. The number of validators and of groups determines all of them.
 */
public final class ValidatorGroups {
  static final ValidatorGroups NONE = new ValidatorGroups(0, Optional.empty(), 0, 0);

  private final int validators;
  private final Optional<SessionSeed> seed;
  private final int active;
  private final int count;
  private final int[] order;

  /**
   * Divides the active validators into groups.
   *
   * @param validators of the session, before the cut
   * @param active validators after the cut
   * @param cores one group each; no groups without validators
   */
  public ValidatorGroups(int validators, Optional<SessionSeed> seed, int active, int cores) {
    this.validators = validators;
    this.seed = seed;
    this.active = active;
    this.count = active == 0 ? 0 : cores;
    this.order = seed.map(s -> ChaChaShuffle.permutation(s, validators)).orElse(null);
  }

  int validators() {
    return validators;
  }

  Optional<SessionSeed> seed() {
    return seed;
  }

  public int active() {
    return active;
  }

  public int count() {
    return count;
  }

  /** Without groups nothing can be backed. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** Returns the number of a group's members. */
  public int size(int group) {
    return start(group + 1) - start(group);
  }

  /** Returns a group's members as indices into the active list. */
  List<Integer> members(int group) {
    List<Integer> members = new ArrayList<>();
    for (int i = start(group); i < start(group + 1); i++) {
      members.add(i);
    }
    return members;
  }

  /** Returns all groups, with members as indices into the active list. */
  public List<List<Integer>> lists() {
    List<List<Integer>> lists = new ArrayList<>(count);
    for (int group = 0; group < count; group++) {
      lists.add(members(group));
    }
    return lists;
  }

  /** Returns all groups, with members as indices into the session's list of validators. */
  public List<List<Integer>> broadLists() {
    List<List<Integer>> lists = lists();
    if (order != null) {
      lists.forEach(members -> members.replaceAll(i -> order[i]));
    }
    return lists;
  }

  private int start(int group) {
    int longer = Math.min(group, active % count);
    return group * (active / count) + longer;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValidatorGroups groups
        && validators == groups.validators
        && seed.equals(groups.seed)
        && active == groups.active
        && count == groups.count;
  }

  @Override
  public int hashCode() {
    return Objects.hash(validators, seed, active, count);
  }

  @Override
  public String toString() {
    return count + " groups of " + active + " validators";
  }
}
