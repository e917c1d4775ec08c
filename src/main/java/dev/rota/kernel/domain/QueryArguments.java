package dev.rota.kernel.domain;

import java.util.Map;
import java.util.Optional;

/** The arguments of a query, from JSON. */
public record QueryArguments(Map<String, Object> values) {
  public boolean has(String name) {
    return values.get(name) != null;
  }

  public long number(String name) {
    return optionalNumber(name)
        .orElseThrow(
            () -> new BadArgument("the query needs the argument '" + name + "', a number"));
  }

  public long number(String name, long otherwise) {
    return optionalNumber(name).orElse(otherwise);
  }

  public int integer(String name) {
    long value = number(name);
    if (value != (int) value) {
      throw new BadArgument("the argument '" + name + "' is " + value + ", beyond 32 bits");
    }
    return (int) value;
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name)).map(Object::toString);
  }

  /** A required text. */
  public String requiredText(String name) {
    return text(name)
        .orElseThrow(() -> new BadArgument("the query needs the argument '" + name + "', a text"));
  }

  /** The argument {@code limit}, 1 or more. */
  public int limit(long otherwise) {
    long limit = number("limit", otherwise);
    if (limit < 1 || limit > Integer.MAX_VALUE) {
      throw new BadArgument("the argument 'limit' is " + limit + ": it is at least 1");
    }
    return (int) limit;
  }

  /** An argument that is an object; empty if missing. */
  public Map<?, ?> object(String name) {
    if (values.get(name) instanceof Map<?, ?> map) {
      return map;
    }
    if (has(name)) {
      throw new BadArgument("the argument '" + name + "' is not an object");
    }
    return Map.of();
  }

  private Optional<Long> optionalNumber(String name) {
    Object value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Integer || value instanceof Long) {
      return Optional.of(((Number) value).longValue());
    }
    throw new BadArgument("the argument '" + name + "' is '" + value + "', not a whole number");
  }
}
