package dev.rota.base.book;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Formats the book's Markdown for a terminal: no markup, wrapped lines. */
public final class PlainText {
  private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern EMPHASIS = Pattern.compile("\\*(\\w[^*]*\\w)\\*");
  private static final Pattern ITEM = Pattern.compile("(- |[0-9]+\\. ).*");

  private final int width;
  private final List<String> lines = new ArrayList<>();
  private final StringBuilder block = new StringBuilder();

  private PlainText(int width) {
    this.width = width;
  }

  /** Returns the lines. Tables are unchanged. */
  public static List<String> of(String markdown, int width) {
    PlainText text = new PlainText(width);
    for (String line : markdown.split("\n", -1)) {
      text.take(line.strip());
    }
    text.wrap();
    return text.lines;
  }

  private void take(String line) {
    if (line.isEmpty() || line.startsWith("|")) {
      wrap();
      lines.add(bare(line));
    } else {
      if (ITEM.matcher(line).matches()) {
        wrap();
      }
      block.append(block.length() == 0 ? "" : " ").append(line);
    }
  }

  private static String bare(String text) {
    String plain = LINK.matcher(text).replaceAll("$1").replace("**", "").replace("`", "");
    return EMPHASIS.matcher(plain).replaceAll("$1");
  }

  /** Indents continuation lines of list items. */
  private void wrap() {
    String rest = bare(block.toString());
    String indent = ITEM.matcher(rest).matches() ? " ".repeat(rest.indexOf(' ') + 1) : "";
    block.setLength(0);
    String before = "";
    while (!rest.isEmpty()) {
      int end = end(rest, width - before.length());
      lines.add(before + rest.substring(0, end));
      rest = rest.substring(end).strip();
      before = indent;
    }
  }

  /** The last blank that fits, or the blank after a word that is too long. */
  private static int end(String text, int room) {
    if (text.length() <= room) {
      return text.length();
    }
    int last = text.lastIndexOf(' ', room);
    int end = last > 0 ? last : text.indexOf(' ', room);
    return end < 0 ? text.length() : end;
  }
}
