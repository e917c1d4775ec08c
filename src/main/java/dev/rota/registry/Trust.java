package dev.rota.registry;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;

/**
 * Avro makes no class it has not been told to trust, and its list is one for the whole process.
 * This adds the least that serves: generated types, of the packages a deserializer was configured
 * to read.
 */
final class Trust {
  private static final Set<String> PACKAGES = ConcurrentHashMap.newKeySet();

  static {
    ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();
    ClassSecurityPredicate ours = Trust::isTrusted;
    ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(before, ours));
  }

  private Trust() {}

  static void add(Collection<String> packages) {
    PACKAGES.addAll(packages);
  }

  private static boolean isTrusted(Class<?> type) {
    return isGenerated(type) && isWithin(PACKAGES, type.getName());
  }

  static boolean isWithin(Collection<String> packages, String name) {
    return packages.stream().anyMatch(allowed -> name.startsWith(allowed + "."));
  }

  private static boolean isGenerated(Class<?> type) {
    return SpecificRecord.class.isAssignableFrom(type)
        || GenericFixed.class.isAssignableFrom(type)
        || (type.isEnum() && GenericEnumSymbol.class.isAssignableFrom(type));
  }
}
