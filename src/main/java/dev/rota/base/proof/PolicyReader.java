package dev.rota.base.proof;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the lines of a policy file, and says which one is wrong. */
final class PolicyReader {
  static final String NONE = "none";

  /** Whoever judges by a policy goes as deep. */
  private static final int DEPTH_MAX = 32;

  private final TrustPolicy policy = new TrustPolicy();
  private final Set<String> keys = new HashSet<>();
  private final Set<String> grouped = new HashSet<>();

  /** How deep groups are nested. */
  private final Map<String, Integer> depths = new HashMap<>();

  private PolicyReader() {}

  static TrustPolicy read(String text) {
    PolicyReader reader = new PolicyReader();
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i].replace('\t', ' ').strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        try {
          reader.line(line.split(" +"));
        } catch (BadProof e) {
          throw new BadProof("line " + (i + 1) + ": " + e.getMessage());
        }
      }
    }
    if (reader.policy.quorum() == null) {
      throw new BadProof("there is no line 'quorum NAME', or 'quorum none'");
    }
    return reader.policy;
  }

  private void line(String[] words) {
    switch (words[0]) {
      case "log" -> log(words);
      case "witness" -> witness(words);
      case "group" -> group(words);
      case "quorum" -> quorum(words);
      default -> throw new BadProof("'" + words[0] + "' is none of log, witness, group, quorum");
    }
  }

  private void log(String[] words) {
    count(words, 2, 3, "log KEY [URL]");
    policy.logs().add(key(words[1], KeyKind.LOG));
  }

  private void witness(String[] words) {
    count(words, 3, 4, "witness NAME KEY [URL]");
    String url = words.length > 3 ? url(words[3]) : null;
    policy
        .named()
        .put(
            fresh(words[1]),
            new TrustPolicy.Witness(words[1], key(words[2], KeyKind.WITNESS), url));
  }

  private static String url(String text) {
    try {
      URI url = new URI(text);
      if (url.getHost() != null && List.of("http", "https").contains(url.getScheme())) {
        return text;
      }
    } catch (URISyntaxException _) {
      // Told below.
    }
    throw new BadProof("'" + text + "' is no address; expected http://HOST or https://HOST");
  }

  private void group(String[] words) {
    count(words, 4, Integer.MAX_VALUE, "group NAME all|any|K NAME…");
    String name = fresh(words[1]);
    List<String> members = Arrays.asList(words).subList(3, words.length);
    for (String member : members) {
      known(member);
      if (!grouped.add(member)) {
        throw new BadProof(member + " is in a group already");
      }
    }
    int depth = 1 + members.stream().mapToInt(one -> depths.getOrDefault(one, 0)).max().orElse(0);
    if (depth > DEPTH_MAX) {
      throw new BadProof("groups are nested deeper than " + DEPTH_MAX);
    }
    depths.put(name, depth);
    policy.groups().put(name, new TrustPolicy.Group(least(words[2], members.size()), members));
  }

  private static int least(String word, int members) {
    long least =
        switch (word) {
          case "all" -> members;
          case "any" -> 1;
          default -> StrictParser.number(word, "the group's number");
        };
    if (least < 1 || least > members) {
      throw new BadProof("a group of " + members + " cannot need " + least);
    }
    return (int) least;
  }

  private void quorum(String[] words) {
    count(words, 2, 2, "quorum NAME");
    if (policy.quorum() != null) {
      throw new BadProof("there is a second quorum");
    }
    if (!words[1].equals(NONE)) {
      known(words[1]);
    }
    policy.quorum(words[1]);
  }

  private void known(String name) {
    if (!policy.named().containsKey(name) && !policy.groups().containsKey(name)) {
      throw new BadProof("no line above names '" + name + "'");
    }
  }

  private String fresh(String name) {
    if (name.equals(NONE)
        || policy.named().containsKey(name)
        || policy.groups().containsKey(name)) {
      throw new BadProof("the name '" + name + "' is taken");
    }
    return name;
  }

  private VerifierKey key(String text, KeyKind kind) {
    VerifierKey key = VerifierKey.parse(text);
    if (key.kind() != kind) {
      throw new BadProof("the key is not one of a " + (kind == KeyKind.LOG ? "log" : "witness"));
    }
    if (!keys.add(StrictParser.base64(key.key()))) {
      throw new BadProof("the same key is in another line");
    }
    return key;
  }

  private static void count(String[] words, int least, int most, String form) {
    if (words.length < least || words.length > most) {
      throw new BadProof("the form is '" + form + "'");
    }
  }
}
