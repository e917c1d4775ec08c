package dev.rota.lab.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.lab.traffic.RawRecord;
import dev.rota.lab.traffic.Traffic.Event;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.topics.LaneKey;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;

/**
 * A history as it lies on the topics, with attacks among its records. An attack comes beside the
 * record that it is made of; only those on clocks change it.
 */
final class AttackedHistory implements Iterator<Event> {
  /** No schema has this id: they are numbered from 1. */
  private static final int UNKNOWN_ID = 1_000_000;

  private static final int PER_MILLE_MAX = 12;
  private static final int PREFIX_BYTES = 5;
  private static final int GARBAGE_BYTES_MAX = 64;
  private static final int HEADERS = 65;
  private static final int FALLEN_RECORDS_MAX = 40;
  private static final int FALLEN_MILLIS_MAX = 7_200_000;
  private static final long DAY_MILLIS = 86_400_000;
  private static final int DAYS_MAX = 4_000;

  private final Iterator<Event> sent;
  private final String lane;
  private final List<InputTopic> inputs;
  private final AvroSerializer serializer;
  private final OverlongRecords overlong;
  private final int home;
  private final SplittableRandom random;
  private final KindOdds<WireAttack> odds;
  private final ArrayDeque<Event> pending = new ArrayDeque<>();
  private int fallenRecords;
  private long fallenMillis;

  AttackedHistory(Domain domain, String lane, Iterator<Event> sent, long seed) {
    this.sent = sent;
    this.lane = lane;
    this.inputs = domain.wire().inputs();
    this.serializer = RawInputs.serializer(domain, "attacks-" + domain.name());
    this.home = LaneKey.partition(lane.getBytes(UTF_8), RawRecord.PARTITIONS);
    this.random = new SplittableRandom(~seed);
    this.overlong = new OverlongRecords(domain.wire().laneField(), random);
    Map<WireAttack, Integer> perMille = new EnumMap<>(WireAttack.class);
    for (WireAttack one : WireAttack.values()) {
      perMille.put(one, 1 + random.nextInt(PER_MILLE_MAX));
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
    return pending.removeFirst();
  }

  private void arrive(Event event) {
    WireAttack attack = odds.pick();
    if (attack == null || event.record() == null) {
      pending.add(good(event, event.atMillis()));
      return;
    }
    switch (attack) {
      case FAR_AHEAD -> pending.add(good(named(event, attack), ahead(event.atMillis())));
      case FAR_BEHIND -> pending.add(good(named(event, attack), behind(event.atMillis())));
      case TIME_FALLS_BACK -> {
        fallenRecords = 1 + random.nextInt(FALLEN_RECORDS_MAX);
        fallenMillis = 1L + random.nextInt(FALLEN_MILLIS_MAX);
        pending.add(good(named(event, attack), event.atMillis()));
      }
      default -> {
        Event bad = bad(event, attack);
        if (bad != null) {
          pending.add(bad);
        }
        pending.add(good(event, event.atMillis()));
      }
    }
  }

  private static Event named(Event event, WireAttack attack) {
    return new Event(event.topic(), event.atMillis(), event.record(), attack.told());
  }

  private long ahead(long atMillis) {
    return random.nextInt(4) == 0
        ? Long.MAX_VALUE
        : atMillis + DAY_MILLIS * (1 + random.nextInt(DAYS_MAX));
  }

  private long behind(long atMillis) {
    return Math.max(0, atMillis - DAY_MILLIS * random.nextInt(DAYS_MAX));
  }

  /** The engine reads it when it was meant to be sent, by the engine's own clock. */
  private Event good(Event event, long stampMillis) {
    return new Event(
        event.topic(),
        stampMillis,
        event.record(),
        event.fault(),
        new RawRecord(home, lane, null, Map.of(), now(event)));
  }

  /** Null: this record gives no such attack. */
  private Event bad(Event event, WireAttack attack) {
    byte[] value = serializer.serialize(event.topic(), event.record());
    return switch (attack) {
      case OVERSIZED -> bad(event, attack, lane, Arrays.copyOf(value, oversize()));
      case OVERLONG -> overlong(event);
      case GARBAGE -> bad(event, attack, lane, garbage());
      case CUT_OFF ->
          bad(event, attack, lane, Arrays.copyOf(value, PREFIX_BYTES + lane.length() / 2));
      case UNKNOWN_SCHEMA -> bad(event, attack, lane, unknown(value));
      case WRONG_TYPE -> wrongType(event, value);
      case EMPTY_VALUE -> bad(event, attack, lane, random.nextBoolean() ? null : new byte[0]);
      case BAD_KEY -> bad(event, attack, key(), value);
      case WRONG_PARTITION -> bad(event, attack, elsewhere(), event.record(), Map.of());
      case BAD_HEADERS -> bad(event, attack, home, event.record(), headers());
      case FAR_AHEAD, FAR_BEHIND, TIME_FALLS_BACK -> null;
    };
  }

  private Event bad(Event event, WireAttack attack, String key, byte[] value) {
    return new Event(
        event.topic(),
        event.atMillis(),
        null,
        attack.told(),
        new RawRecord(home, key, value, Map.of(), now(event)));
  }

  private Event bad(
      Event event,
      WireAttack attack,
      int partition,
      SpecificRecord record,
      Map<String, String> headers) {
    return new Event(
        event.topic(),
        event.atMillis(),
        record,
        attack.told(),
        new RawRecord(partition, lane, null, headers, now(event)));
  }

  private long now(Event event) {
    if (fallenRecords == 0) {
      return event.atMillis();
    }
    fallenRecords--;
    return Math.max(0, event.atMillis() - fallenMillis);
  }

  private Event overlong(Event event) {
    SpecificRecord grown = overlong.of(event.record());
    return grown == null ? null : bad(event, WireAttack.OVERLONG, home, grown, Map.of());
  }

  private Event wrongType(Event event, byte[] value) {
    List<String> others =
        inputs.stream().map(InputTopic::topic).filter(name -> !name.equals(event.topic())).toList();
    return others.isEmpty()
        ? null
        : bad(
            new Event(others.get(random.nextInt(others.size())), event.atMillis(), null),
            WireAttack.WRONG_TYPE,
            lane,
            value);
  }

  private byte[] unknown(byte[] value) {
    ByteBuffer.wrap(value).putInt(1, UNKNOWN_ID + random.nextInt(3));
    return value;
  }

  private int elsewhere() {
    return (home + 1 + random.nextInt(RawRecord.PARTITIONS - 1)) % RawRecord.PARTITIONS;
  }

  private int oversize() {
    return RawInputs.BYTES_MAX + 1 + random.nextInt(1024);
  }

  /** Some of it looks like a serializer's, up to the schema id. */
  private byte[] garbage() {
    byte[] bytes = new byte[1 + random.nextInt(GARBAGE_BYTES_MAX)];
    random.nextBytes(bytes);
    if (bytes.length > PREFIX_BYTES && random.nextBoolean()) {
      ByteBuffer.wrap(bytes).put((byte) 0).putInt(UNKNOWN_ID);
    } else if (bytes[0] == 0) {
      bytes[0] = 1;
    }
    return bytes;
  }

  private String key() {
    return switch (random.nextInt(5)) {
      case 0 -> null;
      case 1 -> "";
      case 2 -> "-" + lane;
      case 3 -> "l".repeat(129);
      default -> lane + "-stranger";
    };
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    if (random.nextBoolean()) {
      headers.put("note", "n".repeat(20_000));
    } else {
      for (int i = 0; i < HEADERS; i++) {
        headers.put("h" + i, "");
      }
    }
    return headers;
  }
}
