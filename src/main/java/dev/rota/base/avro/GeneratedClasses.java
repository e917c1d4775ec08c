package dev.rota.base.avro;

import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificFixed;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * Trusts Avro's generated classes. Since 1.12.2 Avro does not instantiate a class that a schema
 * names unless it is trusted, not even a generated one. Generated classes only hold data.
 */
public final class GeneratedClasses {
  static {
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            ClassSecurityValidator.getGlobal(), GeneratedClasses::isGenerated));
  }

  /**
   * Generated classes encode themselves two to three times as fast. Only for writing: their
   * decoders do not check lengths.
   */
  public static final SpecificData WRITING = writing();

  private GeneratedClasses() {}

  private static SpecificData writing() {
    SpecificData data = new SpecificData();
    data.setCustomCoders(true);
    return data;
  }

  /** Call before Avro reads or writes a generated class. Repeated calls do nothing. */
  public static void trust() {
    // The static initialiser does it.
  }

  private static boolean isGenerated(Class<?> type) {
    return SpecificRecord.class.isAssignableFrom(type)
        || SpecificFixed.class.isAssignableFrom(type)
        || GenericEnumSymbol.class.isAssignableFrom(type);
  }
}
