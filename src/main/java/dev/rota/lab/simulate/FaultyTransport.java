package dev.rota.lab.simulate;

import dev.rota.lab.traffic.Traffic.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** Injects transport faults into a history. Each seed has its own mix. */
final class FaultyTransport implements Iterator<Event> {
  private static final int PER_MILLE_MAX = 150;
  private static final int REMEMBERED = 64;
  private static final int BURST_MAX = 60;
  private static final int LATE_MILLIS_MAX = 3_600_000;
  private static final int AHEAD_MILLIS_MAX = 60_000;
  private static final int JUMP_MILLIS_MAX = 600_000;

  private enum Fault {
    SENT_TWICE,
    SENT_AGAIN,
    LOST,
    SWAPPED,
    LATE,
    AHEAD,
    CLOCK_JUMP,
    BURST,
    UNREADABLE
  }

  private final Iterator<Event> sent;
  private final SplittableRandom random;
  private final KindOdds<Fault> odds;
  private final List<Event> past = new ArrayList<>();
  private final ArrayDeque<Event> pending = new ArrayDeque<>();
  private long skewMillis;
  private long burstAtMillis;
  private int burst;

  FaultyTransport(Iterator<Event> sent, long seed) {
    this.sent = sent;
    this.random = new SplittableRandom(seed);
    Map<Fault, Integer> perMille = new EnumMap<>(Fault.class);
    boolean calm = random.nextInt(8) == 0;
    for (Fault one : Fault.values()) {
      if (!calm && random.nextInt(3) == 0) {
        perMille.put(one, 1 + random.nextInt(PER_MILLE_MAX));
      }
    }
    this.odds = new KindOdds<>(perMille, random);
  }

  @Override
  public boolean hasNext() {
    return !pending.isEmpty() || sent.hasNext();
  }

  @Override
  public Event next() {
    if (pending.isEmpty()) {
      arrive(sent.next());
    }
    Event event = pending.removeFirst();
    if (past.size() < REMEMBERED) {
      past.add(event);
    } else {
      past.set(random.nextInt(REMEMBERED), event);
    }
    return event;
  }

  private void arrive(Event sensible) {
    Event event = at(sensible, clock(sensible.atMillis()), sensible.fault());
    Fault fault = odds.pick();
    if (fault == null) {
      pending.add(event);
    } else {
      go(fault, event, fault.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }
  }

  private void go(Fault fault, Event event, String name) {
    long atMillis = event.atMillis();
    switch (fault) {
      case SENT_TWICE -> add(event, at(event, atMillis, name));
      case SENT_AGAIN -> again(event, name);
      case LOST -> pending.add(sent.hasNext() ? at(sent.next(), atMillis, name) : event);
      case SWAPPED -> swap(event, name);
      case LATE -> pending.add(at(event, atMillis - random.nextInt(LATE_MILLIS_MAX), name));
      case AHEAD -> pending.add(at(event, atMillis + random.nextInt(AHEAD_MILLIS_MAX), name));
      case CLOCK_JUMP -> {
        skewMillis += random.nextInt(2 * JUMP_MILLIS_MAX) - JUMP_MILLIS_MAX;
        pending.add(at(event, atMillis, name));
      }
      case BURST -> {
        burst = 1 + random.nextInt(BURST_MAX);
        burstAtMillis = atMillis;
        pending.add(at(event, atMillis, name));
      }
      case UNREADABLE -> add(event, new Event(event.topic(), atMillis, null, name));
    }
  }

  private void add(Event first, Event second) {
    pending.add(first);
    pending.add(second);
  }

  private void again(Event event, String name) {
    pending.add(event);
    if (!past.isEmpty()) {
      pending.add(at(past.get(random.nextInt(past.size())), event.atMillis(), name));
    }
  }

  private void swap(Event event, String name) {
    if (sent.hasNext()) {
      Event second = sent.next();
      pending.add(at(second, clock(second.atMillis()), name));
    }
    pending.add(event);
  }

  private long clock(long atMillis) {
    if (burst > 0) {
      burst--;
      return burstAtMillis;
    }
    return atMillis + skewMillis;
  }

  private static Event at(Event event, long atMillis, String fault) {
    return new Event(event.topic(), Math.max(0, atMillis), event.record(), fault);
  }
}
