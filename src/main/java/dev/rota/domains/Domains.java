package dev.rota.domains;

import dev.rota.bots.BotsDomain;
import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.shards.ShardsDomain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The domains; the only place that names them all. */
public final class Domains {
  /** Those of the program, then those of jars that were named at its start. */
  public static final List<Domain> ALL =
      distinct(
          Stream.<Domain>concat(
                  Stream.of(
                      new CoresDomain(),
                      new BotsDomain(),
                      new ShardsDomain(),
                      new ChunksDomain(Domains::sideBySide)),
                  others(Domains.class.getClassLoader()))
              .toList());

  private Domains() {}

  /** The JVM's own class path has none: whoever names jars has a loader for all of the program. */
  private static Stream<Domain> others(ClassLoader program) {
    return program == ClassLoader.getSystemClassLoader()
        ? Stream.of()
        : ServiceLoader.load(Domain.class, program).stream()
            .<Domain>map(ServiceLoader.Provider::get)
            .peek(Domains::requireFit);
  }

  /** A jar that was compiled against another release may lack what is asked later. */
  private static void requireFit(Domain other) {
    if (other.versions().isEmpty() || other.wire().inputs().isEmpty()) {
      throw new IllegalStateException(
          "the domain '%s' of %s has no rules, or takes no records"
              .formatted(other.name(), other.getClass().getName()));
    }
  }

  /** Two of one name would write to the same topics. */
  private static List<Domain> distinct(List<Domain> all) {
    Map<String, Domain> byName = new HashMap<>();
    for (Domain one : all) {
      Domain other = byName.put(one.name(), one);
      if (other != null) {
        throw new IllegalStateException(
            "two domains are named '%s': %s and %s"
                .formatted(one.name(), other.getClass().getName(), one.getClass().getName()));
      }
    }
    return all;
  }

  /**
   * The topic that takes these records.
   *
   * @param record the name of its schema, such as {@code JobEvent}
   */
  public static String inputTopic(String record) {
    return ALL.stream()
        .flatMap(domain -> domain.wire().inputs().stream())
        .filter(input -> input.schema().getName().equals(record))
        .map(InputTopic::topic)
        .findFirst()
        .orElseThrow();
  }

  /** By as many threads as the machine has cores, of which the caller's is one. */
  private static void sideBySide(int count, IntConsumer part) {
    IntStream.range(0, count).parallel().forEach(part);
  }
}
