package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HashWalksTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Map<String, Bot> bots = new HashMap<>(); for (var bot : bots.values()) {}",
        "HashMap<String, List<Bot>> bots; bots\n  .entrySet().stream();",
        "private final Map<String, Bot> bots = new HashMap<>(); { this.bots.keySet(); }",
        "var bots = new HashMap<String, Bot>(); bots.forEach((id, bot) -> {});",
        "Set<Bot> bots = new HashSet<>(); for (Bot bot : bots) {}",
        "Set<Bot> bots = new HashSet<>(); List.copyOf(bots);",
        "Set<Bot> bots = new HashSet<>(); new ArrayList<>(bots);",
        "void f(HashSet<Bot> bots) { bots.stream(); }",
        "new HashSet<>(list).forEach(this::f);",
        "Map<String, Bot> bots = Map.of(1, 2); bots.values();",
      })
  void aWalkIsFound(String source) {
    assertThat(HashWalks.in(source)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Map<String, Bot> bots = new HashMap<>(); bots.get(id); bots.put(id, bot); bots.size();",
        "Set<Bot> bots = new HashSet<>(); bots.contains(bot);",
        "Map<String, Bot> bots = new TreeMap<>(); bots.values();",
        "Map<String, Bot> bots = new LinkedHashMap<>(); bots.forEach(this::f);",
        "Set<Bot> bots = new HashSet<>(); new TreeSet<>(bots).forEach(this::f);",
        "// Map<String, Bot> bots = new HashMap<>(); bots.values()",
      })
  void aLookupOrAnOrderedWalkIsNone(String source) {
    assertThat(HashWalks.in(source)).isEmpty();
  }

  @Test
  void theFindingIsTheText() {
    assertThat(HashWalks.in("Set<Bot> seen = new HashSet<>(); seen.iterator();"))
        .containsExactly("seen.iterator(");
  }
}
