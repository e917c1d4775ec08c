package dev.rota.base.book;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.road.stream.OfflineStreams;
import dev.rota.road.topics.TurnHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/** Where rules are named: ids, and the places that name each of them. */
final class Citations {
  /** Text blocks, strings, characters and comments, so that none is looked for within another. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n]++)*+\"|'(?:\\\\.|[^'\\\\])+'"
              + "|//[^\n]*|/\\*[\\s\\S]*?\\*/");

  private static final String DOMAINS =
      Domains.ALL.stream().map(Domain::name).collect(Collectors.joining("|"));

  private static final String ID = "(?:[A-Z][0-9]+|[0-9]{1,2}(?:\\.[0-9])?)";

  /** In words: not the figures of a report, as in {@code bots 12.1 assigned/s}. */
  private static final Pattern FULL =
      Pattern.compile("\\b(" + DOMAINS + "|laws) (" + ID + ")(?![\\w./])(?! assigned)");

  private static final Pattern LITERAL = Pattern.compile("\"(" + DOMAINS + "|laws) (" + ID + ")\"");

  /** {@code section 5}, {@code sections 5.3 to 5.8}, {@code sections 4 and 5.3 to 5.8}. */
  private static final Pattern SECTION =
      Pattern.compile("\\b[Ss]ections? ([0-9][0-9., ]*(?:(?:and|to|,) [0-9.]+[ ,]*)*)");

  /** {@code [5.4]}, {@code [3.1, V018]}, {@code [L5, X1, X3]}. */
  private static final Pattern BRACKETED =
      Pattern.compile("\\[(" + ID + "(?:, " + ID + ")*)](?!\\()");

  private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9])?");
  private static final Pattern ANY = Pattern.compile(ID);

  private static final Pattern CORES = Pattern.compile("\\b(?:G[1-5]|[4-6]\\.[0-9])\\b");
  private static final Pattern SHARDS = Pattern.compile("\\b(?:[SLQPTEXWFCDR][1-8]|I1?[0-9])\\b");

  /** What a check of the shards says when it fails, and which case an oracle has met. */
  private static final Pattern SAID =
      Pattern.compile("(?:^\"|, )([SLQPTEXWFCDR][1-8]|I1?[0-9])(?: .*)?\"$");

  private static final Pattern VECTOR = Pattern.compile("\\bV[0-9]{3}\\b");
  private static final Pattern HAZARD = Pattern.compile("\\bhazard ([0-9])\\b");
  private static final Pattern LAW = Pattern.compile("\\bL(?:10|[1-9])\\b");

  /** {@code rule 2}, {@code rules 4 and 6}, {@code rules 3 to 6}; {@code rules 1} is a version. */
  private static final Pattern RULE =
      Pattern.compile("\\b[Rr]ule ([1-9])\\b|\\b[Rr]ules ([1-9](?:(?:,| and| to) [1-9])+)\\b");

  private static final Set<String> TOLD = Set.of("outcome", "reason", "report", "state");

  private final SortedMap<String, Set<String>> places = new TreeMap<>();
  private final Set<String> kept = new TreeSet<>();
  private final SortedMap<String, Set<String>> told = new TreeMap<>();

  SortedMap<String, Set<String>> places() {
    return places;
  }

  /** Vectors that are there, whether anything names them or not. */
  Set<String> kept() {
    return kept;
  }

  /** The symbols that outputs of a rule tell, by its id. */
  SortedMap<String, Set<String>> told() {
    return told;
  }

  private void cite(String domain, String number, String place) {
    places.computeIfAbsent(domain + " " + number, _ -> new TreeSet<>()).add(place);
  }

  /** All Java below it: comments, and strings that are an id and nothing else. */
  void sources(Path folder) throws IOException {
    for (Path file : files(folder, ".java")) {
      if (file.getParent().endsWith("dev/rota/base/book")) {
        continue; // its ids are those that it looks for
      }
      Matcher tokens = TOKEN.matcher(Files.readString(file));
      while (tokens.find()) {
        String token = tokens.group();
        if (token.startsWith("/")) {
          comment(file, token.replaceAll("\\s*\n\\s*\\*?\\s*", " "));
        } else {
          string(file.toString(), token);
        }
      }
    }
  }

  private void string(String place, String string) {
    all(LITERAL, string, one -> cite(one.group(1), one.group(2), place));
    if (domainOf(place).equals("shards")) {
      all(SAID, string, one -> cite("shards", one.group(1), place));
    }
  }

  private void comment(Path file, String comment) {
    String place = file.toString();
    words(comment, place);
    String domain = domainOf(place);
    boolean ofAll = domain.isEmpty() && place.matches(".*/rota/(engine|ledger|testing/laws)/.*");
    if (ofAll || domain.equals("bots") || domain.equals("chunks")) {
      all(LAW, comment, one -> cite("laws", one.group(), place));
    }
    if (domain.isEmpty()) {
      return;
    }
    Pattern own =
        switch (domain) {
          case "cores" -> CORES;
          case "shards" -> SHARDS;
          default -> VECTOR;
        };
    all(own, comment, one -> cite(domain, one.group(), place));
    all(SECTION, comment, one -> numbers(domain, NUMBER, one.group(1), place));
    if (domain.equals("chunks")) {
      all(RULE, comment, one -> numbers(domain, NUMBER, one.group(), place));
    } else {
      all(BRACKETED, comment, one -> numbers(domain, ANY, one.group(1), place));
      all(HAZARD, comment, one -> cite(domain, "H" + one.group(1), place));
    }
  }

  private void numbers(String domain, Pattern number, String text, String place) {
    all(number, text, one -> cite(domain, one.group(), place));
  }

  private static String domainOf(String place) {
    Matcher domain = Pattern.compile("/rota/(" + DOMAINS + ")/").matcher(place);
    return domain.find() ? domain.group(1) : "";
  }

  /** Prose: ids with their domain. */
  void words(String text, String place) {
    all(FULL, text, one -> cite(one.group(1), one.group(2), place));
  }

  /**
   * The vectors say which rules they are of; those with a number for a name are rules themselves.
   */
  void vectors(Path folder) throws IOException {
    for (Path file : files(folder, ".json")) {
      String domain = file.getParent().getFileName().toString();
      JsonNode vectors = new ObjectMapper().readTree(file.toFile());
      for (JsonNode scenario : vectors.path("scenarios")) {
        String of = scenario.path("rule").asText() + " " + scenario.path("rules");
        numbers(domain, Pattern.compile("\\b[A-Z][0-9]\\b"), of, file.toString());
        all(VECTOR, scenario.path("id").asText(), one -> kept.add(domain + " " + one.group()));
      }
    }
  }

  /** What this history really publishes. */
  void published(Domain domain, String lane, Iterator<Traffic.Event> history, int events)
      throws IOException {
    GeneratedClasses.trust();
    OfflineStreams streams = new OfflineStreams(domain);
    byte[] key = lane.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < events && history.hasNext(); i++) {
      Traffic.Event event = history.next();
      byte[] value = bytes(event.record());
      for (OfflineStreams.Sent sent : streams.take(event.topic(), key, value, event.atMillis())) {
        String rule = sent.headers().get(TurnHeaders.RULE);
        if (rule != null) {
          int blank = rule.indexOf(' ');
          cite(rule.substring(0, blank), rule.substring(blank + 1), "published on " + sent.topic());
          if (sent.record() != null) {
            tell(rule, sent.record()); // what is withdrawn says nothing
          }
        }
      }
    }
  }

  /** What became of it, and why: the symbols of a record, and of the branch that it holds. */
  private void tell(String rule, SpecificRecord record) {
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value instanceof SpecificRecord branch) {
        tell(rule, branch);
      } else if (value instanceof Enum<?> symbol && TOLD.contains(field.name())) {
        told.computeIfAbsent(rule, _ -> new TreeSet<>()).add(symbol.name());
      }
    }
  }

  void hostile(Domain domain, int seeds, int events) throws IOException {
    String lane = DomainTraffic.of(domain).lanes().get(0);
    for (int seed = 1; seed <= seeds; seed++) {
      List<Traffic.Event> history =
          SeededHistories.hostile(DomainTraffic.of(domain), lane, seed, events);
      published(domain, lane, history.iterator(), events);
    }
  }

  private static byte[] bytes(SpecificRecord record) throws IOException {
    if (record == null) {
      return null;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new SpecificDatumWriter<SpecificRecord>(record.getSchema()).write(record, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static void all(
      Pattern pattern, String text, java.util.function.Consumer<MatchResult> found) {
    pattern.matcher(text).results().forEach(found);
  }

  static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
