package dev.rota.cores.queries;

import dev.rota.cores.model.Limits;
import dev.rota.cores.model.Seed;
import dev.rota.kernel.domain.Args;
import dev.rota.kernel.domain.BadArgument;
import java.util.HexFormat;

/** The arguments of a query, with range checks. */
record Asked(Args args) {
  /** Returns a number from 0 to {@code max}. */
  long number(String name, long max) {
    long value = args.number(name);
    if (value < 0 || value > max) {
      throw new BadArgument(Limits.range("the argument '" + name + "'", value, max));
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
    return (int) number("n", Limits.VALIDATORS_MAX);
  }

  Seed seed() {
    String hex = args.text("seed").orElse("").replaceFirst("^0x", "");
    if (!hex.matches("[0-9a-fA-F]{" + 2 * Seed.BYTES + "}")) {
      throw new BadArgument(
          "the argument 'seed' is '" + hex + "': give 32 bytes as 64 hexadecimal digits");
    }
    return Seed.of(HexFormat.of().parseHex(hex));
  }
}
