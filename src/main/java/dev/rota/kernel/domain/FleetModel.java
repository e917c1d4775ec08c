package dev.rota.kernel.domain;

import dev.rota.kernel.engine.Engine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;

/** Which bots or workers there are: those of history, without some, and others like them. */
public final class FleetModel {
  private final String kind;
  private final IntFunction<String> names;
  private final long sinceMillis;
  private final Set<String> removed = new TreeSet<>();

  /** How many of those that registered last are removed. */
  private int fewer;

  /** Whom each added one is like; null: the first that registers. */
  private final Map<String, String> added = new LinkedHashMap<>();

  private final Map<String, List<String>> copies = new LinkedHashMap<>();
  private final Set<String> known = new HashSet<>();
  private final Deque<String> joining = new ArrayDeque<>();
  private final List<String> order = new ArrayList<>();

  /**
   * Reads the changes.
   *
   * @param kind such as bot; with an s, it is a number of them
   * @param names of those that are added by number, from 1
   * @param sinceMillis when it changes, epoch ms
   * @throws BadArgument if they change something else
   */
  public FleetModel(
      String kind, IntFunction<String> names, List<FleetChange> changes, long sinceMillis) {
    this.sinceMillis = sinceMillis;
    this.kind = kind;
    this.names = names;
    changes.forEach(this::take);
  }

  private void take(FleetChange change) {
    if (change.kind().equals(kind)) {
      one(change);
    } else if (change.kind().equals(kind + "s")) {
      some(change);
    } else {
      throw new BadArgument(change + ": there are no " + change.kind() + " to add or remove");
    }
  }

  private void one(FleetChange change) {
    if (change.added()) {
      added.put(change.name(), change.like());
    } else {
      removed.add(change.name());
    }
  }

  private void some(FleetChange change) {
    int number = change.number();
    if (!change.added()) {
      fewer += number;
      return;
    }
    for (int i = 1; i <= number; i++) {
      added.put(names.apply(i), change.like());
    }
  }

  /** One registers or joins in history. */
  public void registered(String name) {
    if (known.add(name)) {
      order.add(name);
    }
  }

  /**
   * The history is known.
   *
   * @throws BadArgument if it does not have them
   */
  public void begin() {
    removed.forEach(name -> check(name, "--remove " + kind + ":" + name));
    for (int i = 0; i < fewer; i++) {
      if (order.size() <= i) {
        throw new BadArgument("--remove " + kind + "s:" + fewer + ": there were only " + i);
      }
      removed.add(order.get(order.size() - 1 - i));
    }
    added.forEach(
        (name, like) -> {
          if (known.contains(name) || order.isEmpty()) {
            String why = order.isEmpty() ? "there is none that it could be like" : "it is there";
            throw new BadArgument("--add " + kind + ":" + name + ": " + why);
          }
          String whom = like == null ? order.get(0) : like;
          check(whom, "--add " + kind + ":" + name + "=like:" + whom);
          copies.computeIfAbsent(whom, _ -> new ArrayList<>()).add(name);
          if (sinceMillis != Long.MIN_VALUE) {
            joining.add(name);
          }
        });
  }

  private void check(String name, String flag) {
    if (!known.contains(name)) {
      throw new BadArgument(flag + ": this history has no " + kind + " '" + name + "'");
    }
  }

  /** Those that do then what this one did: itself, unless it is removed, and those like it. */
  public List<String> insteadOf(String name, long atMillis) {
    if (atMillis < sinceMillis) {
      return List.of(name);
    }
    List<String> all = new ArrayList<>(removed.contains(name) ? List.of() : List.of(name));
    all.addAll(copies.getOrDefault(name, List.of()));
    return all;
  }

  /** When the next of those that are added comes, epoch ms; NEVER: as the one it is like came. */
  public long nextMillis() {
    return joining.isEmpty() ? Engine.NEVER : sinceMillis;
  }

  /** The next of those that are added: it comes then if the one that it is like is there. */
  public String next() {
    return joining.remove();
  }

  /** Returns true if it does nothing any more then. */
  public boolean isRemoved(String name, long atMillis) {
    return atMillis >= sinceMillis && removed.contains(name);
  }

  /** The one of history that this one is like; itself, if it is of history. */
  public String original(String name) {
    String like = added.get(name);
    return added.containsKey(name) ? like == null ? order.get(0) : like : name;
  }
}
