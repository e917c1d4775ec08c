package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.kernel.engine.Engine;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Parts of sentences. */
final class SentenceParts {
  private static final int NAMED_MAX = 5;

  private SentenceParts() {}

  static String at(long atMillis) {
    return atMillis == Engine.NEVER ? "never" : Instant.ofEpochMilli(atMillis).toString();
  }

  static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  /** Build tools have an instance without a name unless they are told one. */
  static String instance(String name) {
    return name.isEmpty() ? "the unnamed instance" : "instance " + name;
  }

  /** The first few, and how many more there are. */
  static String list(Collection<?> things) {
    List<String> first = things.stream().limit(NAMED_MAX).map(Object::toString).toList();
    int more = things.size() - first.size();
    return String.join(", ", first) + (more == 0 ? "" : " and " + more + " more");
  }

  static String leases(Bot bot) {
    return list(bot.held().values().stream().map(SentenceParts::lease).toList());
  }

  private static String lease(Leased lease) {
    return lease.job().name() + " since " + at(lease.startedAt());
  }

  /** A text of a record, as part of a sentence. */
  static String part(String detail) {
    return detail.endsWith(".") ? detail.substring(0, detail.length() - 1) : detail;
  }
}
