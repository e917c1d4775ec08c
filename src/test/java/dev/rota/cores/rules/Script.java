package dev.rota.cores.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.domain.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.avro.generic.IndexedRecord;

/**
 * Runs a text table: an input a line, and behind the arrow what the outside is told of claims.
 *
 * <pre>
 * block 1 backed 0 available 2  -> 10 SCHEDULED on 2; 11 DROPPED RETRIES_EXHAUSTED from 1
 * claim 10 alice                -> 10 QUEUED
 * block 2 backed 7              -> block IGNORED NO_SUCH_CORE of [7]
 * </pre>
 */
public final class Script {
  private final Chain chain = new Chain();

  public static Chain check(String table) {
    Script script = new Script();
    for (String line : table.strip().split("\n", -1)) {
      String[] sides = line.split("->", 2);
      String told = script.run(sides[0].strip());
      assertThat(told).as(line).isEqualTo(sides.length < 2 ? "" : sides[1].strip());
      script.chain.checkInvariants();
      script.chain.rebuild();
    }
    return script.chain;
  }

  private String run(String line) {
    return told(chain.take(line.startsWith("claim") ? claim(line) : block(line)));
  }

  public static CoresInput claim(String line) {
    String[] words = line.split(" +", -1);
    return new Claim(Long.parseLong(words[1]), words[2]);
  }

  /** {@code block 4 frozen disputed 1,2 available 0 timedout 3 backed 0,1 session …}. */
  public static Block block(String line) {
    Map<String, String> words = words(line);
    List<Freed> freed = new ArrayList<>();
    ints(words.get("available")).forEach(core -> freed.add(new Freed(core, Freeing.CONCLUDED)));
    ints(words.get("timedout")).forEach(core -> freed.add(new Freed(core, Freeing.TIMED_OUT)));
    ints(words.get("strange")).forEach(core -> freed.add(new Freed(core, Freeing.UNKNOWN)));
    return new Block(
        Long.parseLong(words.get("block")),
        words.containsKey("frozen"),
        ints(words.get("disputed")),
        freed,
        ints(words.get("backed")),
        words.containsKey("session") ? Optional.of(session(words)) : Optional.empty());
  }

  private static Session session(Map<String, String> words) {
    return new Session(
        number(words, "session", 0),
        (int) number(words, "validators", 6),
        Optional.empty(),
        longs(words.getOrDefault("chains", "")),
        longs(words.getOrDefault("threads", "")),
        new SessionParameters(
            RuleSet.valueOf(words.getOrDefault("rules", "GUIDE")),
            number(words, "cores", 0),
            number(words, "retries", 0),
            number(words, "rotation", 10),
            number(words, "chainperiod", 3),
            number(words, "threadperiod", 5),
            number(words, "lookahead", 2),
            number(words, "percore", 0),
            OptionalLong.empty()));
  }

  private static Map<String, String> words(String line) {
    Map<String, String> words = new TreeMap<>();
    String[] parts = line.replace(" frozen", " frozen yes").split(" +", -1);
    for (int i = 0; i + 1 < parts.length; i += 2) {
      words.put(parts[i], parts[i + 1]);
    }
    return words;
  }

  private static long number(Map<String, String> words, String name, long otherwise) {
    return words.containsKey(name) ? Long.parseLong(words.get(name)) : otherwise;
  }

  private static List<Long> longs(String text) {
    List<Long> numbers = new ArrayList<>();
    for (String number : text.split(",", -1)) {
      if (!number.isEmpty()) {
        numbers.add(Long.parseLong(number));
      }
    }
    return numbers;
  }

  private static List<Integer> ints(String text) {
    return longs(text == null ? "" : text).stream().map(Math::toIntExact).toList();
  }

  /** The claim outcomes among what the outside is told, as one line. */
  public static String told(List<CoresFact> facts) {
    List<String> told = new ArrayList<>();
    for (CoresFact fact : facts) {
      Output output = new CoresWire().write("chain", fact);
      if (output != null && output.channel() == Output.Channel.OUTCOMES) {
        told.add(line(output.record()));
      }
    }
    return String.join("; ", told);
  }

  private static String line(IndexedRecord outcome) {
    String symbol = field(outcome, "outcome").toString();
    Object para = field(outcome, "para");
    Object reason = field(outcome, "reason");
    Object core = field(outcome, "core");
    List<?> cores = (List<?>) field(outcome, "cores");
    if (!cores.isEmpty()) {
      return "block " + symbol + " " + reason + " of " + cores;
    }
    boolean onto = symbol.equals("SCHEDULED") || symbol.equals("OCCUPIED");
    return (para == null ? "block" : para)
        + " "
        + symbol
        + (reason == null ? "" : " " + reason)
        + (core == null ? "" : (onto ? " on " : " from ") + core)
        + (field(outcome, "retries").equals(0) ? "" : " retries " + field(outcome, "retries"));
  }

  static Object field(IndexedRecord record, String name) {
    return record.get(record.getSchema().getField(name).pos());
  }
}
