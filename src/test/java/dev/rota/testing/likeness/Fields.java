package dev.rota.testing.likeness;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The fields of classes, readable whatever their modifiers. */
final class Fields {
  private static final Map<Class<?>, List<Field>> KNOWN = new ConcurrentHashMap<>();
  private static final Map<Class<?>, Boolean> IDENTITY = new ConcurrentHashMap<>();

  private static final ClassValue<Boolean> PLAIN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return Enum.class.isAssignableFrom(type)
              || type == Class.class
              || type.getName().startsWith("java.")
                  && !Iterable.class.isAssignableFrom(type)
                  && !Map.class.isAssignableFrom(type);
        }
      };

  private Fields() {}

  /** Values that are compared as a whole: texts, numbers, constants, and what else Java has. */
  static boolean isPlain(Object value) {
    return PLAIN.get(value.getClass());
  }

  /** Whether two of the class are never equal: they are things, not values. */
  static boolean hasIdentity(Class<?> type) {
    return IDENTITY.computeIfAbsent(type, Fields::isWithoutEquals);
  }

  private static boolean isWithoutEquals(Class<?> type) {
    try {
      return type.getMethod("equals", Object.class).getDeclaringClass() == Object.class
          && !type.isHidden();
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Every field of every object of the class, inherited ones too. */
  static List<Field> of(Class<?> type) {
    return KNOWN.computeIfAbsent(type, Fields::read);
  }

  private static List<Field> read(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> of = type; of != Object.class && of != null; of = of.getSuperclass()) {
      for (Field field : of.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    return fields;
  }

  static Object value(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the field {@code Class.field} of a package or of a room in it. */
  static Field named(String home, String name) {
    int dot = name.lastIndexOf('.');
    try {
      return named(Class.forName(home + "." + name.substring(0, dot)), name.substring(dot + 1));
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("there is no class of the field " + name, e);
    }
  }

  static Field named(Class<?> type, String name) {
    return of(type).stream()
        .filter(field -> field.getName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(type.getSimpleName() + " has no field " + name));
  }

  /** Fails if the class has other fields. */
  static void areAll(Class<?> type, String... fields) {
    Set<String> said = new TreeSet<>(Arrays.asList(fields));
    if (!names(type).equals(said)) {
      throw new IllegalArgumentException(
          "the form of "
              + type.getSimpleName()
              + " is of "
              + said
              + ", and it has "
              + names(type)
              + ": say how the others are compared");
    }
  }

  private static Set<String> names(Class<?> type) {
    return of(type).stream().map(Field::getName).collect(Collectors.toCollection(TreeSet::new));
  }
}
