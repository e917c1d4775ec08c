package dev.rota.readers.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** What a comparison is expected to say. */
final class Figured {
  private final HistoryComparison both;

  Figured(HistoryComparison both) {
    this.both = both;
  }

  /** A figure of both histories, by its name. */
  Figured has(String name, double happened, double would) {
    assertThat(ComparisonTable.of(both))
        .filteredOn(figure -> figure.name().equals(name))
        .as(name)
        .extracting(ComparedFigure::happened, ComparedFigure::would)
        .containsExactly(tuple(happened, would));
    return this;
  }

  /** What is said of a figure that differs. */
  Figured says(String name, String verdict) {
    assertThat(ComparisonTable.of(both))
        .filteredOn(figure -> figure.name().equals(name))
        .as(name)
        .extracting(ComparedFigure::verdict)
        .containsExactly(verdict);
    return this;
  }

  /** The mean of a tenant's samples. */
  Figured of(String samples, String tenant, double happened, double would) {
    assertThat(both.happened().samples().get(samples).tenants().get(tenant).mean())
        .isEqualTo(happened);
    assertThat(both.would().samples().get(samples).tenants().get(tenant).mean()).isEqualTo(would);
    return this;
  }

  HistoryComparison both() {
    return both;
  }
}
