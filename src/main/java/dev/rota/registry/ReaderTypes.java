package dev.rota.registry;

import dev.rota.base.avro.GeneratedClasses;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DatumReader;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.config.ConfigException;

/**
 * Selects the type that records are read as: the expected one if set, a generated class if wanted,
 * otherwise generic.
 */
final class ReaderTypes {
  static {
    GeneratedClasses.trust();
  }

  private final boolean specific;
  private final List<String> packages;
  private final Schema expected;
  private final Class<?> expectedType;

  ReaderTypes(RegistryConfig config, boolean isKey, Schema readAs) {
    specific = config.getBoolean(RegistryConfig.SPECIFIC);
    packages = config.getList(RegistryConfig.SPECIFIC_PACKAGES);
    String key = isKey ? "specific.avro.key.type" : "specific.avro.value.type";
    expectedType =
        config.text(key).map(name -> required(key, name.replaceFirst("^class ", ""))).orElse(null);
    expected = expectedType == null ? readAs : SpecificData.get().getSchema(expectedType);
  }

  SchemaReader reader(Schema writer) {
    if (expected != null && !answersTo(writer.getFullName())) {
      return SchemaReader.refusing(writer, expected);
    }
    Class<?> type = expectedType == null && specific ? generated(writer) : expectedType;
    return type == null ? new SchemaReader(writer, generic(writer), false) : specific(writer, type);
  }

  private boolean answersTo(String name) {
    return expected.getFullName().equals(name)
        || (expected.getType() == Schema.Type.RECORD && expected.getAliases().contains(name));
  }

  private DatumReader<Object> generic(Schema writer) {
    return new GenericDatumReader<>(writer, expected == null ? writer : expected);
  }

  @SuppressWarnings("unchecked") // the class is a generated record's; all are read as objects
  private static SchemaReader specific(Schema writer, Class<?> type) {
    SpecificData data = SpecificData.getForClass((Class<Object>) type);
    Schema own = data.getSchema(type);
    return new SchemaReader(
        writer, new SpecificDatumReader<>(writer, own, data), form(writer).equals(form(own)));
  }

  /** Schemas of the same form encode in the same bytes. */
  private static String form(Schema schema) {
    return SchemaNormalization.toParsingForm(schema);
  }

  private Class<?> generated(Schema writer) {
    return writer.getType() == Schema.Type.RECORD ? load(writer.getFullName()) : null;
  }

  private Class<?> required(String key, String name) {
    Class<?> type = load(name);
    if (type == null) {
      throw new ConfigException(
          key,
          name,
          "is not a generated record within " + RegistryConfig.SPECIFIC_PACKAGES + "=" + packages);
    }
    return type;
  }

  /**
   * Null unless it is a generated record in an allowed package. No other class is loaded or
   * initialised.
   */
  private Class<?> load(String name) {
    if (packages.stream().noneMatch(allowed -> name.startsWith(allowed + "."))) {
      return null;
    }
    try {
      Class<?> type = Class.forName(name, false, loader());
      return SpecificRecord.class.isAssignableFrom(type) ? type : null;
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  private static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? ReaderTypes.class.getClassLoader() : context;
  }
}
