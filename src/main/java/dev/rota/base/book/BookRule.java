package dev.rota.base.book;

/**
 * A rule of the book.
 *
 * @param id as outputs name it, such as {@code cores 5.2}
 * @param chapter true: it only introduces others, and no test requires a citation
 * @param text its Markdown without the heading
 */
public record BookRule(String id, String title, boolean chapter, String text) {
  /** The domain of the rule, or {@code laws}. */
  public String domain() {
    return id.substring(0, id.indexOf(' '));
  }

  /** The anchor for links: the id as one word. */
  public String anchor() {
    return id.replace(' ', '-');
  }

  /** The id without its domain, such as {@code 5.2}. */
  public String number() {
    return id.substring(id.indexOf(' ') + 1);
  }
}
