package dev.rota.base.avro;

/**
 * A field beyond its limit.
 *
 * @param record the name of the record as a whole
 * @param path of the field in it, such as {@code added[3].chunk}
 * @param found bytes or items
 */
public record FieldExcess(String record, String path, String unit, long found, int allowed) {
  /** What is wrong and what to do, without the field. */
  public String told() {
    return found + " " + unit + ", at most " + allowed + " are taken: " + remedy();
  }

  private String remedy() {
    return unit.equals("items") ? "send fewer, or several records" : "send a shorter value";
  }

  FieldExcess in(String outer) {
    String whole = path.isEmpty() || path.startsWith("[") ? outer + path : outer + "." + path;
    return new FieldExcess(record, whole, unit, found, allowed);
  }

  @Override
  public String toString() {
    return record + "." + path + " has " + told();
  }
}
