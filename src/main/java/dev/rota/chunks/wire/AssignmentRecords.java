package dev.rota.chunks.wire;

import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.SizedChunk;
import java.io.IOException;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;
import org.apache.avro.io.Encoder;

/**
 * Assignments as records. A generation may name millions of copies, so none is made before it is
 * read, and each is written from the bytes that all copies of its chunk share.
 */
final class AssignmentRecords {
  private AssignmentRecords() {}

  static WorkerAssignment of(String network, Assigned assigned) {
    return new Told(network, assigned);
  }

  /** An assignment whose chunks are made for whoever reads them. */
  private static final class Told extends WorkerAssignment {
    private static final long serialVersionUID = 1;

    private final transient WorkerAssignment written;

    Told(String network, Assigned a) {
      super(
          network,
          a.atMillis(),
          a.generation(),
          a.worker(),
          a.isReliable(),
          new Refs(a.added(), AssignmentRecords::named),
          new Refs(a.removed(), AssignmentRecords::named),
          new Refs(a.resized(), AssignmentRecords::named),
          a.digest(),
          a.snapshot(),
          a.part(),
          a.parts(),
          a.chunks(),
          a.bytes(),
          a.effectiveFrom());
      written = new Written(this, a);
    }

    @Override
    public void customEncode(Encoder out) throws IOException {
      written.customEncode(out);
    }
  }

  /** The same assignment, to be encoded only. */
  private static final class Written extends WorkerAssignment {
    private static final long serialVersionUID = 1;

    Written(WorkerAssignment told, Assigned a) {
      super(
          told.getNetwork(),
          told.getAt(),
          told.getGeneration(),
          told.getWorker(),
          told.getReliable(),
          new Refs(a.added(), WrittenRef::new),
          new Refs(a.removed(), WrittenRef::new),
          new Refs(a.resized(), WrittenRef::new),
          told.getDigest(),
          told.getSnapshot(),
          told.getPart(),
          told.getParts(),
          told.getChunks(),
          told.getBytes(),
          told.getEffectiveFrom());
    }
  }

  private static final class WrittenRef extends ChunkRef {
    private static final long serialVersionUID = 1;

    private final transient SizedChunk chunk;

    WrittenRef(SizedChunk chunk) {
      this.chunk = chunk;
    }

    /** Writes strings as bytes: they have the same form. */
    @Override
    public void customEncode(Encoder out) throws IOException {
      out.writeBytes(chunk.dataset());
      out.writeBytes(chunk.text(), chunk.from(), chunk.length());
      out.writeLong(chunk.bytes());
    }
  }

  private static ChunkRef named(SizedChunk chunk) {
    ChunkName name = chunk.name();
    return new ChunkRef(name.dataset(), name.id(), chunk.bytes());
  }

  private static final class Refs extends AbstractList<ChunkRef> implements RandomAccess {
    private final List<SizedChunk> chunks;
    private final Function<SizedChunk, ChunkRef> form;

    Refs(List<SizedChunk> chunks, Function<SizedChunk, ChunkRef> form) {
      this.chunks = chunks;
      this.form = form;
    }

    @Override
    public ChunkRef get(int index) {
      return form.apply(chunks.get(index));
    }

    @Override
    public Iterator<ChunkRef> iterator() {
      Iterator<SizedChunk> each = chunks.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return each.hasNext();
        }

        @Override
        public ChunkRef next() {
          return form.apply(each.next());
        }
      };
    }

    @Override
    public int size() {
      return chunks.size();
    }
  }
}
