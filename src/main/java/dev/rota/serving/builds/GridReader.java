package dev.rota.serving.builds;

import dev.rota.bots.model.BotsState;
import dev.rota.serving.builds.GridLane.GridObserver;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** A grid as it stands, and as it goes on. */
interface GridReader {
  /**
   * Reads the grid as it stands. A grid without a turn is empty.
   *
   * @param question reads the state now or never
   * @throws io.grpc.StatusRuntimeException UNAVAILABLE: it cannot be read now
   */
  <T> T read(Function<BotsState, T> question);

  /** From now on, it sees all turns. */
  void observe(GridObserver observer);

  /** The same for so many questions at a time, in their order: one is answered after the other. */
  default GridReader atOnce(int questions) {
    Semaphore turns = new Semaphore(questions, true);
    return new GridReader() {
      @Override
      public <T> T read(Function<BotsState, T> question) {
        turns.acquireUninterruptibly();
        try {
          return GridReader.this.read(question);
        } finally {
          turns.release();
        }
      }

      @Override
      public void observe(GridObserver observer) {
        GridReader.this.observe(observer);
      }
    };
  }
}
