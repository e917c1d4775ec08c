package dev.rota.lab.verbs.imports;

import dev.rota.base.lines.Envelope;
import java.io.IOException;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;

/** Decides on the events of an import. */
interface ImportGrid extends AutoCloseable {
  /** Waits for the turns of these events. Returns assignments and outcomes in turn order. */
  List<? extends IndexedRecord> take(List<Envelope> batch) throws IOException;

  @Override
  default void close() throws IOException {}
}
