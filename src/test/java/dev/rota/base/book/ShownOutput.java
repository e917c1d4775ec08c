package dev.rota.base.book;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a page shows of an output, line by line. {@code …} stands for any text, and alone on a line
 * for any number of lines. Output of a fixed input is the same to the letter. What a live cluster
 * prints has the same words; its numbers, times, durations and hashes have the same form.
 */
public record ShownOutput(String text) {
  private static final String NUMBER = "\\d+(?:[.,]\\d+)*";
  private static final String HASH = "\\b(?=[0-9a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{8,}(?![\\w-])";
  private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT[\\d:]+(?:\\.\\d+)?Z";
  private static final String DURATION =
      "\\bP(?:\\d+D)?T?(?:\\d+H)?(?:\\d+M)?(?:[\\d.]+S)?(?![A-Z])";

  /** In a table {@code -} stands for the age of nothing. */
  private static final String AGE = "\\b\\d+ (?:s|min|h|d)\\b|(?<= {2})-(?= {2}|$)";

  private static final String BARS = "[▁-█](?:[▁-█ ]*[▁-█])?";

  /** What a live cluster prints with another value, and in which form. */
  private static final Map<String, String> FORMS =
      Map.of(
          "any",
          ".*",
          "time",
          TIME,
          "duration",
          DURATION,
          "hash",
          "[0-9a-f]{8,}",
          "age",
          "(?:\\d+ (?:s|min|h|d)|-)",
          "number",
          NUMBER,
          "bars",
          BARS,
          "space",
          " *");

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<any>…)|(?<time>%s)|(?<duration>%s)|(?<hash>%s)|(?<age>%s)|(?<number>%s)|(?<bars>%s)"
                  .formatted(TIME, DURATION, HASH, AGE, NUMBER, BARS)
              + "|(?<space> {2,}|^ +| +$)");

  private static final String ANY_LINES = "(?:.*\n)*?";

  /** Returns true if all that was printed is what is shown, of a fixed input. */
  public boolean isExactly(String printed) {
    return matches(printed, true);
  }

  /** Returns true if what a live cluster printed has the form of what is shown. */
  public boolean isLike(String printed) {
    return matches(printed, false);
  }

  /** Returns true if these lines are among what was printed. */
  public boolean isPartOf(String printed) {
    return Pattern.matches(ANY_LINES + pattern(false) + ANY_LINES, ended(printed));
  }

  private boolean matches(String printed, boolean exactly) {
    return Pattern.matches(pattern(exactly), ended(printed));
  }

  private static String ended(String printed) {
    return printed.lines().map(line -> line.stripTrailing() + "\n").collect(Collectors.joining());
  }

  private String pattern(boolean exactly) {
    return text.lines()
        .map(String::stripTrailing)
        .map(line -> line.strip().equals("…") ? ANY_LINES : line(line, exactly) + "\n")
        .collect(Collectors.joining());
  }

  private static String line(String shown, boolean exactly) {
    StringBuilder pattern = new StringBuilder();
    Matcher tokens = TOKEN.matcher(shown);
    int done = 0;
    while (tokens.find()) {
      pattern.append(Pattern.quote(shown.substring(done, tokens.start())));
      boolean stays = exactly && tokens.group("any") == null;
      pattern.append(stays ? Pattern.quote(tokens.group()) : form(tokens));
      done = tokens.end();
    }
    return pattern.append(Pattern.quote(shown.substring(done))).toString();
  }

  private static String form(Matcher token) {
    return FORMS.entrySet().stream()
        .filter(form -> token.group(form.getKey()) != null)
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }
}
