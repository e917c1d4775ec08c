package dev.rota;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Finds walks through hash tables, whose order is nobody's promise, in a source's text. */
final class HashWalks {
  private static final Pattern DECLARED =
      Pattern.compile(
          "\\b(?:(?:Hash)?(?:Map|Set)(?:<[^;=(){}]*>)?|var)\\s+(\\w+)\\s*=\\s*"
              + "(?:new\\s+Hash(?:Map|Set)\\b|(?:Map|Set)\\.(?:of|copyOf|ofEntries)\\b)"
              + "|\\bHash(?:Map|Set)<[^;=(){}]*>\\s+(\\w+)");
  private static final String WALK =
      "\\s*\\.\\s*(?:keySet|entrySet|values|forEach|stream|iterator|toArray)\\(";

  private HashWalks() {}

  /** Each walk as it is written. */
  static List<String> in(String source) {
    String code = source.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//.*", "");
    List<String> walks = new ArrayList<>();
    find("new\\s+Hash(?:Map|Set)\\b[^;{]*?\\)" + WALK, code, walks);
    for (MatchResult declared : DECLARED.matcher(code).results().toList()) {
      String name = declared.group(1) == null ? declared.group(2) : declared.group(1);
      find("\\b" + name + WALK, code, walks);
      find("for\\s*\\([^:;)]*:\\s*(?:this\\.)?" + name + "\\s*\\)", code, walks);
      find(
          "new\\s+(?:ArrayList|LinkedHashMap|LinkedHashSet|ArrayDeque)<[^>]*>\\(" + name + "\\)",
          code,
          walks);
      find("List\\.copyOf\\((?:this\\.)?" + name + "\\)", code, walks);
    }
    return walks.stream().distinct().toList();
  }

  private static void find(String pattern, String code, List<String> walks) {
    Pattern.compile(pattern).matcher(code).results().map(MatchResult::group).forEach(walks::add);
  }
}
