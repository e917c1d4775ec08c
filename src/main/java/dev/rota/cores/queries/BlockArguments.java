package dev.rota.cores.queries;

import dev.rota.cores.model.NumberLimits;
import dev.rota.cores.model.SessionSeed;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.QueryArguments;
import java.util.HexFormat;

/** The arguments of a query, with range checks. */
record BlockArguments(QueryArguments args) {
  /** Returns a number from 0 to {@code max}. */
  long number(String name, long max) {
    long value = args.number(name);
    if (value < 0 || value > max) {
      throw new BadArgument(NumberLimits.range("the argument '" + name + "'", value, max));
    }
    return value;
  }

  /** Returns an unsigned 32-bit number, or the default. */
  long number(String name, long otherwise, long max) {
    return args.has(name) ? number(name, max) : otherwise;
  }

  /** Returns the number of a core or group, clamped: a number out of range exists nowhere. */
  int index(String name) {
    return (int) Math.max(-1, Math.min(Integer.MAX_VALUE, args.number(name)));
  }

  int validators() {
    return (int) number("n", NumberLimits.VALIDATORS_MAX);
  }

  SessionSeed seed() {
    String hex = args.text("seed").orElse("").replaceFirst("^0x", "");
    if (!hex.matches("[0-9a-fA-F]{" + 2 * SessionSeed.BYTES + "}")) {
      throw new BadArgument(
          "the argument 'seed' is '" + hex + "': give 32 bytes as 64 hexadecimal digits");
    }
    return SessionSeed.of(HexFormat.of().parseHex(hex));
  }
}
