package dev.rota.testing.laws;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.IndexedRecord;

/** What one history has shown, in the words of {@link Expected}. */
final class Seen {
  private static final Map<Class<?>, RecordComponent[]> COMPONENTS = new ConcurrentHashMap<>();

  private final Set<String> all = new HashSet<>();
  private final Map<String, Object> firsts = new HashMap<>();
  private Object policy = "";

  Set<String> all() {
    return all;
  }

  Class<?> policyType() {
    return policy.getClass();
  }

  void add(Seen other) {
    all.addAll(other.all);
    other.firsts.forEach(this::varied);
    policy = other.policy;
  }

  void rule(String rule) {
    all.add("rule " + rule);
  }

  void input(IndexedRecord record) {
    for (Schema.Field field : record.getSchema().getFields()) {
      input(record.getSchema().getName() + "." + field.name(), record.get(field.pos()));
    }
  }

  private void input(String at, Object value) {
    if (value == null) {
      all.add(at + " is null");
    } else if (value instanceof GenericEnumSymbol<?> || value instanceof Boolean) {
      all.add(at + " is " + value);
    } else if (value instanceof IndexedRecord record) {
      all.add(at + " is " + record.getSchema().getName());
      input(record);
    } else if (value instanceof Map<?, ?> map) {
      each(at, map.values());
    } else if (value instanceof Collection<?> list) {
      each(at, list);
    } else {
      varied(at + " varies", value);
    }
  }

  private void each(String at, Collection<?> items) {
    all.add(at + (items.isEmpty() ? " is empty" : " is filled"));
    items.forEach(item -> input(at + "[]", item));
  }

  private void varied(String at, Object value) {
    if (!all.contains(at)) {
      Object first = firsts.putIfAbsent(at, value);
      if (first != null && !first.equals(value)) {
        all.add(at);
      }
    }
  }

  void policy(Object now) {
    if (now != policy) {
      policy = now;
      if (now instanceof Record record) {
        policy(record);
      }
    }
  }

  private void policy(Record record) {
    for (RecordComponent component : components(record)) {
      setting(name(record, component), value(record, component));
    }
  }

  private void setting(String at, Object value) {
    if (value == null || value.equals(Optional.empty()) || value.equals(OptionalLong.empty())) {
      all.add(at + " is null");
    } else if (value instanceof Boolean || value instanceof Enum<?>) {
      all.add(at + " is " + value);
    } else if (value instanceof Record record && Expected.isOwn(record.getClass())) {
      policy(record);
    } else if (value instanceof Collection<?> list) {
      all.add(at + (list.isEmpty() ? " is empty" : " is filled"));
      list.forEach(item -> setting(at + "[]", item));
    } else {
      varied(at + " varies", value);
    }
  }

  void fact(Object fact) {
    all.add("fact " + fact.getClass().getSimpleName());
    fields((Record) fact);
  }

  private void fields(Record record) {
    for (RecordComponent component : components(record)) {
      Object value = value(record, component);
      if (value instanceof Record own && Expected.isOwn(component.getType())) {
        fields(own);
      } else if (value instanceof Enum<?> || value instanceof Boolean) {
        all.add(Expected.symbol(name(record, component), component.getType()) + " is " + value);
      }
    }
  }

  private static RecordComponent[] components(Record record) {
    return COMPONENTS.computeIfAbsent(
        record.getClass(),
        type -> {
          RecordComponent[] all = type.getRecordComponents();
          for (RecordComponent one : all) {
            one.getAccessor().setAccessible(true);
          }
          return all;
        });
  }

  private static String name(Object record, RecordComponent component) {
    return record.getClass().getSimpleName() + "." + component.getName();
  }

  private static Object value(Object record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }
}
