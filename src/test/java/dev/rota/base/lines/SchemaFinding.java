package dev.rota.base.lines;

/**
 * One thing wrong with a schema file.
 *
 * @param file as in {@code cores/ParathreadClaim.avsc}
 * @param path the field, as in {@code session.config.rules}; empty for the whole record
 * @param versions both sides, as in {@code now reads 1.0.0}; empty when it is about the file alone
 * @param why what is so and what to do
 */
public record SchemaFinding(String file, Rule rule, String path, String versions, String why) {

  /** What a schema must keep to. */
  public enum Rule {
    /** Is Avro, in a folder of a domain. */
    READABLE,
    /** Holds one record, and has its name. */
    ONE_RECORD,
    /** Lives, with all it defines, in {@code dev.rota.<folder>}. */
    NAMESPACE,
    /** Every enum has a symbol for those to come. */
    ENUM_DEFAULT,
    /** Branches of a union differ in JSON. */
    TOLD_APART,
    /** What was released stays. */
    KEPT,
    /** The schema of now reads what was written by a released one. */
    BACKWARD,
    /** A released schema reads what is written now. */
    FORWARD,
    /** A field's old name stays as an alias. */
    ALIAS
  }

  @Override
  public String toString() {
    return "%s %s%s%s: %s"
        .formatted(
            rule,
            file,
            path.isEmpty() ? "" : " at " + path,
            versions.isEmpty() ? "" : " (" + versions + ")",
            why);
  }
}
