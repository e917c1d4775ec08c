package dev.rota.domain;

import dev.rota.domain.Traffic.Event;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;

/** A history that unfolds: who takes part in it acts when its time has come, and sends records. */
public final class Unfolding implements Iterator<Event> {
  /** Something that somebody is about to do. */
  private record Doing(long atMillis, long number, Runnable act) {}

  private final PriorityQueue<Doing> doings =
      new PriorityQueue<>(
          (a, b) ->
              a.atMillis != b.atMillis
                  ? Long.compare(a.atMillis, b.atMillis)
                  : Long.compare(a.number, b.number));
  private final ArrayDeque<Event> pending = new ArrayDeque<>();
  private final SplittableRandom random;
  private long numbers;
  private long nowMillis;

  /** One in which nothing happens yet. */
  public Unfolding(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public boolean hasNext() {
    return !pending.isEmpty() || !doings.isEmpty();
  }

  @Override
  public Event next() {
    while (pending.isEmpty()) {
      Doing doing = doings.remove();
      nowMillis = doing.atMillis;
      doing.act.run();
    }
    return pending.removeFirst();
  }

  /** Since its start. */
  public long nowMillis() {
    return nowMillis;
  }

  /** What all who take part draw from. */
  public SplittableRandom random() {
    return random;
  }

  /** Somebody acts so much later. */
  public void later(long inMillis, Runnable act) {
    doings.add(new Doing(nowMillis + Math.max(0, inMillis), numbers++, act));
  }

  /** Around so many milliseconds: half of it to one and a half. */
  public long around(int millis) {
    return millis / 2 + random.nextLong(millis + 1L);
  }

  /**
   * A record is sent.
   *
   * @param fault what is wrong with it; null: nothing
   */
  public void happen(String topic, SpecificRecord record, String fault) {
    happen(new Event(topic, nowMillis, record, fault));
  }

  /** An event at a time of its own. */
  public void happen(Event event) {
    pending.addLast(event);
  }
}
