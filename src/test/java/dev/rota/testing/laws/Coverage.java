package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.engine.Fact;
import dev.rota.lab.traffic.Traffic;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What histories reach, of what the code says there is: every field of every input and of the
 * policy with every symbol and more than one value, every kind of fact with every reason in it, and
 * every rule that outputs may name.
 */
final class Coverage<S extends State, I, F extends Fact<S>> {
  private final DomainCard<S, I, F> domain;
  private final Seen seen = new Seen();

  Coverage(DomainCard<S, I, F> domain) {
    this.domain = domain;
  }

  /** The domain, of which every fact is seen. */
  DomainCard<S, I, F> watched() {
    Wire<I, F> wire =
        new ChangedWire<>(
            domain.wire(),
            (fact, output) -> {
              seen.fact(fact);
              return output;
            });
    return new Mutant<>(domain) {
      @Override
      public Wire<I, F> wire() {
        return wire;
      }
    };
  }

  void see(Traffic.Event event, Iterable<Output> published, S state) {
    if (event.record() != null) {
      seen.input(event.record());
    }
    seen.policy(domain.policy(state));
    published.forEach(output -> seen.rule(output.rule()));
  }

  void add(Coverage<S, I, F> other) {
    seen.add(other.seen);
  }

  /** What there is, and no history has reached. */
  SortedSet<String> unreached() {
    Expected expected = new Expected();
    for (InputTopic input : domain.wire().inputs()) {
      expected.input(input.schema(), domain.wire().laneField());
    }
    expected.policy(seen.policyType());
    expected.facts(factType());
    expected.rules(domain);
    SortedSet<String> unreached = new TreeSet<>(expected.all());
    unreached.removeAll(seen.all());
    return unreached;
  }

  /** Of {@code implements Domain<S, I, F>}, F. */
  private Class<?> factType() {
    return Arrays.stream(domain.getClass().getGenericInterfaces())
        .filter(ParameterizedType.class::isInstance)
        .map(type -> (Class<?>) ((ParameterizedType) type).getActualTypeArguments()[2])
        .findFirst()
        .orElseThrow();
  }
}
