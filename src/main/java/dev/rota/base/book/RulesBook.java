package dev.rota.base.book;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All rules in the book's order, from the jar's copy of {@code docs/rules}. */
public final class RulesBook {
  /** The chapter that applies to every domain. */
  public static final String LAWS = "laws";

  private static final String FOLDER = "/docs/rules/";
  private static final Pattern HEADING =
      Pattern.compile("(##|###) ([a-z]+ [A-Z]?[0-9]+(?:\\.[0-9]+)?) (.+)");
  private static final Pattern ANCHOR = Pattern.compile("<a id=\"[^\"]*\"></a>");

  private final List<BookRule> rules = new ArrayList<>();

  /** Reads the chapters of these domains and the laws. */
  public RulesBook(Collection<String> domains) {
    domains.forEach(this::read);
    read(LAWS);
  }

  public List<BookRule> all() {
    return List.copyOf(rules);
  }

  /**
   * Returns the rule of this id, in any letter case, with blank or hyphen. Without a domain,
   * returns all rules of that number.
   */
  public List<BookRule> named(String said) {
    String id = said.strip().replaceFirst("[-\\s]+", " ").toLowerCase(Locale.ROOT);
    List<BookRule> exact = rules.stream().filter(rule -> lower(rule.id()).equals(id)).toList();
    return exact.isEmpty()
        ? rules.stream().filter(rule -> lower(rule.number()).equals(id)).toList()
        : exact;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private void read(String chapter) {
    String[] lines = text(FOLDER + chapter + ".md").split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      Matcher heading = HEADING.matcher(lines[i]);
      if (heading.matches() && heading.group(2).startsWith(chapter + " ")) {
        String text = body(lines, i + 1);
        rules.add(
            new BookRule(heading.group(2), heading.group(3), heading.group(1).equals("##"), text));
      }
    }
  }

  /** The text up to the next heading. */
  private static String body(String[] lines, int from) {
    StringBuilder body = new StringBuilder();
    for (int i = from; i < lines.length && !lines[i].startsWith("#"); i++) {
      if (!ANCHOR.matcher(lines[i]).matches()) {
        body.append(lines[i]).append('\n');
      }
    }
    return body.toString().strip();
  }

  private static String text(String resource) {
    try (InputStream in = RulesBook.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the program was built without " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
