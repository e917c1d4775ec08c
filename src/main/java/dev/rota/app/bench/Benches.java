package dev.rota.app.bench;

import dev.rota.app.console.Catalogue;
import java.util.Iterator;
import java.util.stream.Stream;

/** The possible benchmarks, for completion. */
final class Benches implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Stream.concat(
            Stream.of(
                BenchCommand.ROAD,
                BenchCommand.SOAK,
                BenchCommand.FOLLOW,
                BenchCommand.WHY,
                BenchCommand.WATCH,
                BenchCommand.LANES,
                BenchCommand.RESTART,
                BenchCommand.NOTARY),
            Catalogue.names().stream())
        .iterator();
  }
}
