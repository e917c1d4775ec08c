package dev.rota.base.lines;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The position of a value in a line. It is a linked list, so that the text is built only for
 * errors.
 */
final class JsonPath {
  static final JsonPath ROOT = new JsonPath(Optional.empty(), "", -1);
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$-]*");

  private final Optional<JsonPath> parent;
  private final String name;
  private final int index;

  private JsonPath(Optional<JsonPath> parent, String name, int index) {
    this.parent = parent;
    this.name = name;
    this.index = index;
  }

  JsonPath field(String child) {
    return new JsonPath(Optional.of(this), child, -1);
  }

  JsonPath item(int child) {
    return new JsonPath(Optional.of(this), "", child);
  }

  @Override
  public String toString() {
    var path = new StringBuilder();
    appendTo(path);
    return path.toString();
  }

  private void appendTo(StringBuilder path) {
    if (parent.isEmpty()) {
      return;
    }
    parent.get().appendTo(path);
    if (index >= 0) {
      path.append('[').append(index).append(']');
    } else if (PLAIN.matcher(name).matches()) {
      path.append(path.isEmpty() ? "" : ".").append(name);
    } else {
      path.append('[').append(ErrorText.quoted(name)).append(']');
    }
  }
}
