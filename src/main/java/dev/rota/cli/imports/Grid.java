package dev.rota.cli.imports;

import dev.rota.lines.Envelope;
import java.io.IOException;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;

/** Whoever decides on the events of an import. */
interface Grid extends AutoCloseable {
  /** Assignments and outcomes of these events, in the order of their turns, when all are known. */
  List<? extends IndexedRecord> take(List<Envelope> batch) throws IOException;

  @Override
  default void close() throws IOException {}
}
