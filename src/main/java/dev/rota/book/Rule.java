package dev.rota.book;

/**
 * An entry of the book.
 *
 * @param id as outputs name it, such as {@code cores 5.2}
 * @param chapter whether it only introduces others: nothing need cite it
 * @param text what the book says below its heading, in Markdown
 */
public record Rule(String id, String title, boolean chapter, String text) {
  /** The domain whose rule it is, or {@code laws}. */
  public String domain() {
    return id.substring(0, id.indexOf(' '));
  }

  /** What a link to it ends with; the id as one word. */
  public String anchor() {
    return id.replace(' ', '-');
  }

  /** The id without its domain, such as {@code 5.2}. */
  public String number() {
    return id.substring(id.indexOf(' ') + 1);
  }
}
