package dev.rota.testing.laws;

import dev.rota.kernel.domain.Domain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/** All that histories can show, as the schemas, the types and the sources of a domain say. */
final class Expected {
  private static final String HOUSE = "dev.rota.";

  private final Set<String> all = new TreeSet<>();
  private final Set<Object> known = new HashSet<>();

  Set<String> all() {
    return all;
  }

  static boolean isOwn(Class<?> type) {
    return type.isRecord() && type.getName().startsWith(HOUSE);
  }

  /** Every field but the lane's name. */
  void input(Schema record, String laneField) {
    input(record);
    all.remove(record.getName() + "." + laneField + " varies");
  }

  private void input(Schema record) {
    if (known.add(record.getFullName())) {
      for (Schema.Field field : record.getFields()) {
        input(record.getName() + "." + field.name(), field.schema());
      }
    }
  }

  private void input(String at, Schema schema) {
    switch (schema.getType()) {
      case NULL -> all.add(at + " is null");
      case BOOLEAN -> all.addAll(Set.of(at + " is true", at + " is false"));
      case ENUM -> schema.getEnumSymbols().forEach(symbol -> all.add(at + " is " + symbol));
      case UNION -> schema.getTypes().forEach(branch -> input(at, branch));
      case ARRAY -> items(at, schema.getElementType());
      case MAP -> items(at, schema.getValueType());
      case RECORD -> {
        all.add(at + " is " + schema.getName());
        input(schema);
      }
      default -> all.add(at + " varies");
    }
  }

  private void items(String at, Schema item) {
    all.addAll(Set.of(at + " is empty", at + " is filled"));
    input(at + "[]", item);
  }

  /** Which settings may be null is nowhere said: only values are expected. */
  void policy(Class<?> type) {
    if (isOwn(type) && known.add(type)) {
      for (RecordComponent component : type.getRecordComponents()) {
        String at = type.getSimpleName() + "." + component.getName();
        setting(at, component.getType(), component.getGenericType());
      }
    }
  }

  private void setting(String at, Class<?> type, Type generic) {
    if (isOwn(type)) {
      policy(type);
    } else if (type.isEnum() || type == boolean.class) {
      symbols(at, type);
    } else if (Collection.class.isAssignableFrom(type)) {
      all.addAll(Set.of(at + " is empty", at + " is filled"));
      Type item = ((ParameterizedType) generic).getActualTypeArguments()[0];
      setting(at + "[]", item instanceof Class<?> of ? of : Collection.class, item);
    } else {
      if (type == Optional.class || type == OptionalLong.class) {
        all.add(at + " is null");
      }
      all.add(at + " varies");
    }
  }

  private void symbols(String at, Class<?> type) {
    Object[] symbols = type.isEnum() ? type.getEnumConstants() : new Object[] {true, false};
    Arrays.stream(symbols).forEach(symbol -> all.add(at + " is " + symbol));
  }

  /** Every kind of fact, and every symbol that one of its fields can have. */
  void facts(Class<?> type) {
    if (type.isSealed()) {
      Arrays.stream(type.getPermittedSubclasses()).forEach(this::facts);
      return;
    }
    all.add("fact " + type.getSimpleName());
    fields(type);
  }

  /** With those of the records that it holds. */
  private void fields(Class<?> type) {
    for (RecordComponent component : type.getRecordComponents()) {
      Class<?> of = component.getType();
      if (isOwn(of)) {
        fields(of);
      } else if (of.isEnum() || of == boolean.class) {
        symbols(symbol(type.getSimpleName() + "." + component.getName(), of), of);
      }
    }
  }

  /** A reason that several facts may have is expected of one of them; a flag of each. */
  static String symbol(String at, Class<?> type) {
    return type.isEnum() ? "fact's " + type.getSimpleName() : at;
  }

  /**
   * Every id of a rule that stands in the domain's sources as a text. Queries publish nothing: what
   * they say of rules is not for histories to reach.
   */
  void rules(Domain domain) {
    Pattern rule = Pattern.compile("\"(" + domain.name() + " [A-Z]*\\d+(?:\\.\\d+)*)\"");
    Path main = Path.of("src/main/java", domain.getClass().getPackageName().replace('.', '/'));
    try (Stream<Path> files = Files.isDirectory(main) ? Files.walk(main) : Stream.empty()) {
      Path queries = main.resolve("queries");
      for (Path file :
          files
              .filter(one -> one.toString().endsWith(".java") && !one.startsWith(queries))
              .toList()) {
        rule.matcher(Files.readString(file))
            .results()
            .map((MatchResult found) -> "rule " + found.group(1))
            .forEach(all::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
