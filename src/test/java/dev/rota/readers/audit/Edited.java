package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Forgeries of records on their topics.
 *
 * @param what of the finding that has to come of it
 */
record Edited(String name, String what, Edit edit) {
  private static final Header EXTRA = new RecordHeader("extra", new byte[1]);

  /** What is done to the world. */
  interface Edit {
    void to(World world, Domain domain);
  }

  @Override
  public String toString() {
    return name;
  }

  static List<Edited> all() {
    List<Edited> all = new ArrayList<>();
    all.addAll(ofLedger());
    for (Output.Channel channel : List.of(Output.Channel.ASSIGNMENTS, Output.Channel.OUTCOMES)) {
      all.addAll(ofOutputs(channel));
    }
    all.addAll(ofDeadLetters());
    all.addAll(ofInputs());
    return all;
  }

  private static List<Edited> ofLedger() {
    return List.of(
        ledger("a page's key", "the page's key differs", Edited::keyed),
        ledger("a page's time stamp", "the page's timestamp differs", Edited::later),
        ledger("a header added to a page", "the page's headers differ", Edited::headed),
        ledger("a page without headers", "the page's headers differ", Edited::bare),
        ledger("a page's headers in another order", "the page's headers differ", Edited::turned),
        ledger("a page's schema id", "the schema id differs", Edited::otherId),
        ledger("an overlong number in a page", "encoding", Edited::overlong),
        ledger("an edited page", "seal", Edited::flipped),
        new Edited(
            "a lane's ledger on another partition as well",
            "the page belongs on partition",
            (world, domain) -> {
              String ledger = RequiredTopics.ledger(domain.name());
              String lane = Sealed.home("lane-", 0, world.partitions());
              for (String topic : world.topics()) {
                for (ConsumerRecord<byte[], byte[]> one : world.on(topic, 0)) {
                  if (topic.equals(ledger)
                      || String.valueOf(TurnId.header(one, TurnHeaders.TURN))
                          .startsWith(lane + "/")) {
                    world.append(topic, 1, one.timestamp(), one.key(), one.value(), one.headers());
                  }
                }
              }
            }),
        new Edited(
            "a page removed",
            "pages are missing before this one",
            (world, domain) -> remove(world, RequiredTopics.ledger(domain.name()))),
        new Edited(
            "a page repeated",
            "a page is repeated or out of order",
            (world, domain) -> repeat(world, RequiredTopics.ledger(domain.name()), 1)));
  }

  private static List<Edited> ofOutputs(Output.Channel channel) {
    String one = "an output of " + channel.name().toLowerCase(java.util.Locale.ROOT) + ": ";
    return List.of(
        output(channel, one + "key", "the key differs", Edited::keyed),
        output(channel, one + "time stamp", "the timestamp differs", Edited::later),
        output(channel, one + "header added", "the headers differ", Edited::headed),
        output(channel, one + "no headers", "missing", Edited::bare),
        output(channel, one + "headers in another order", "the headers differ", Edited::turned),
        output(channel, one + "schema id", "the schema id differs", Edited::otherId),
        output(channel, one + "overlong number", "the value differs", Edited::overlong),
        output(channel, one + "value", "the value differs", Edited::flipped),
        new Edited(
            one + "removed",
            "a record is missing",
            (world, domain) -> remove(world, topic(channel, world, domain))),
        new Edited(
            one + "repeated",
            "repeated, added or out of order",
            (world, domain) -> repeat(world, topic(channel, world, domain), 1)),
        new Edited(
            one + "repeated many times",
            "repeated, added or out of order",
            (world, domain) -> repeat(world, topic(channel, world, domain), 1_500)),
        new Edited(
            one + "exchanged",
            "repeated, added or out of order",
            (world, domain) -> {
              var log = world.on(topic(channel, world, domain), 0);
              Collections.swap(log, log.size() / 2, log.size() / 2 + 1);
              world.renumber(topic(channel, world, domain), 0);
            }));
  }

  private static List<Edited> ofDeadLetters() {
    List<Edited> all = new ArrayList<>();
    all.add(letter("a dead letter's key", "dead letter's bytes", Edited::keyed));
    all.add(letter("a dead letter's value", "dead letter's bytes", Edited::flipped));
    all.add(letter("a dead letter's time", "the timestamp differs", Edited::later));
    all.add(letter("a header added to a dead letter", "the headers differ", Edited::headed));
    all.add(letter("a dead letter's own header", "the headers differ", one -> with(one, "trace")));
    all.add(
        letter(
            "a dead letter without its own header",
            "the headers differ",
            one -> headers(one, all(one).filter(h -> !h.key().equals("trace")))));
    all.add(
        letter(
            "a dead letter with another own header in front",
            "the headers differ",
            one ->
                headers(
                    one, Stream.concat(Stream.of(new RecordHeader("x", new byte[1])), all(one)))));
    for (String name :
        List.of(
            TurnHeaders.REASON,
            TurnHeaders.RULES,
            TurnHeaders.SOURCE,
            "__streams.errors.topic",
            "__streams.errors.partition",
            "__streams.errors.offset")) {
      all.add(letter("a dead letter's " + name, "differ", one -> with(one, name)));
    }
    return all;
  }

  private static List<Edited> ofInputs() {
    return List.of(
        input("an input's value", "an input differs from the ledger", Edited::flipped),
        input("an input's key", "an input differs from the ledger", Edited::keyed),
        input("an input's time", "an input differs from the ledger", Edited::later),
        input("an input's overlong number", "an input differs from the ledger", Edited::overlong),
        input(
            "an input's headers",
            "an unreadable input is decided",
            one -> headers(one, Stream.generate(() -> EXTRA).limit(70))),
        new Edited(
            "an input removed",
            "an input of the ledger is not on its topic",
            (world, domain) -> remove(world, inputs(world, domain))),
        new Edited(
            "an input added",
            "no turn has taken",
            (world, domain) -> {
              String topic = inputs(world, domain);
              var log = world.on(topic, 0);
              var last = log.remove(log.size() - 1);
              log.add(last);
              world.append(topic, 0, last.timestamp(), last.key(), last.value(), last.headers());
              world.commit(topic, 0, world.next(topic, 0));
            }));
  }

  private static Edited input(
      String name, String what, UnaryOperator<ConsumerRecord<byte[], byte[]>> edit) {
    return new Edited(
        name,
        what,
        (world, domain) ->
            world.edit(inputs(world, domain), 0, place(world, inputs(world, domain)), edit));
  }

  /** The domain's input topic with the most records. */
  private static String inputs(World world, Domain domain) {
    return domain.wire().inputs().stream()
        .map(InputTopic::topic)
        .max(Comparator.comparingInt(topic -> world.on(topic, 0).size()))
        .orElseThrow();
  }

  private static Edited ledger(
      String name, String what, UnaryOperator<ConsumerRecord<byte[], byte[]>> edit) {
    return new Edited(
        name,
        what,
        (world, domain) -> {
          String topic = RequiredTopics.ledger(domain.name());
          world.edit(topic, 0, place(world, topic), edit);
        });
  }

  private static Edited output(
      Output.Channel channel,
      String name,
      String what,
      UnaryOperator<ConsumerRecord<byte[], byte[]>> edit) {
    return new Edited(
        name,
        what,
        (world, domain) -> {
          String topic = topic(channel, world, domain);
          world.edit(topic, 0, place(world, topic), edit);
        });
  }

  /** The channel's topic; the outcomes if next to nothing was assigned. */
  private static String topic(Output.Channel channel, World world, Domain domain) {
    String topic = channel.topic(domain.name());
    return channel == Output.Channel.ASSIGNMENTS && world.on(topic, 0).size() < 4
        ? Output.Channel.OUTCOMES.topic(domain.name())
        : topic;
  }

  private static Edited letter(
      String name, String what, UnaryOperator<ConsumerRecord<byte[], byte[]>> edit) {
    return output(Output.Channel.DEAD_LETTERS, name, what, edit);
  }

  private static int place(World world, String topic) {
    var log = world.on(topic, 0);
    int place = log.size() / 2;
    while (place < log.size() - 1
        && (log.get(place).value() == null || nonsense(log.get(place)))
        && !topic.endsWith("dead-letters")) {
      place++;
    }
    return place;
  }

  private static boolean nonsense(ConsumerRecord<byte[], byte[]> record) {
    return record.value()[0] != 0;
  }

  private static void remove(World world, String topic) {
    world.on(topic, 0).remove(place(world, topic));
  }

  private static void repeat(World world, String topic, int times) {
    var log = world.on(topic, 0);
    int place = log.size() / 2;
    for (int i = 0; i < times; i++) {
      log.add(place, log.get(place));
    }
    world.renumber(topic, 0);
  }

  static ConsumerRecord<byte[], byte[]> keyed(ConsumerRecord<byte[], byte[]> one) {
    return World.record(
        one.topic(),
        one.partition(),
        one.offset(),
        one.timestamp(),
        "mallory".getBytes(UTF_8),
        one.value(),
        one.headers());
  }

  static ConsumerRecord<byte[], byte[]> later(ConsumerRecord<byte[], byte[]> one) {
    return World.record(
        one.topic(),
        one.partition(),
        one.offset(),
        one.timestamp() + 1,
        one.key(),
        one.value(),
        one.headers());
  }

  static ConsumerRecord<byte[], byte[]> value(ConsumerRecord<byte[], byte[]> one, byte[] value) {
    return World.record(
        one.topic(),
        one.partition(),
        one.offset(),
        one.timestamp(),
        one.key(),
        value,
        one.headers());
  }

  private static ConsumerRecord<byte[], byte[]> flipped(ConsumerRecord<byte[], byte[]> one) {
    byte[] value = one.value().clone();
    value[value.length - 1] ^= 1;
    return value(one, value);
  }

  private static ConsumerRecord<byte[], byte[]> otherId(ConsumerRecord<byte[], byte[]> one) {
    byte[] value = one.value().clone();
    value[4] = (byte) (value[4] + 100);
    return value(one, value);
  }

  /** The value's first number is one byte too long. */
  private static ConsumerRecord<byte[], byte[]> overlong(ConsumerRecord<byte[], byte[]> one) {
    byte[] value = one.value();
    int last = 5;
    while (value[last] < 0) {
      last++;
    }
    byte[] longer = new byte[value.length + 1];
    System.arraycopy(value, 0, longer, 0, last + 1);
    System.arraycopy(value, last + 1, longer, last + 2, value.length - last - 1);
    longer[last] = (byte) (value[last] | 0x80);
    return value(one, longer);
  }

  private static ConsumerRecord<byte[], byte[]> headed(ConsumerRecord<byte[], byte[]> one) {
    return headers(one, Stream.concat(all(one), Stream.of(new RecordHeader("extra", new byte[1]))));
  }

  private static ConsumerRecord<byte[], byte[]> bare(ConsumerRecord<byte[], byte[]> one) {
    return headers(one, Stream.of());
  }

  private static ConsumerRecord<byte[], byte[]> turned(ConsumerRecord<byte[], byte[]> one) {
    List<Header> turned = new ArrayList<>(all(one).toList());
    Collections.reverse(turned);
    return headers(one, turned.stream());
  }

  private static ConsumerRecord<byte[], byte[]> with(
      ConsumerRecord<byte[], byte[]> one, String name) {
    return headers(
        one,
        all(one).map(h -> h.key().equals(name) ? new RecordHeader(name, "9".getBytes(UTF_8)) : h));
  }

  private static Stream<Header> all(ConsumerRecord<byte[], byte[]> one) {
    return Arrays.stream(one.headers().toArray());
  }

  private static ConsumerRecord<byte[], byte[]> headers(
      ConsumerRecord<byte[], byte[]> one, Stream<? extends Header> headers) {
    Headers some = new RecordHeaders();
    headers.forEach(some::add);
    return World.record(
        one.topic(), one.partition(), one.offset(), one.timestamp(), one.key(), one.value(), some);
  }
}
