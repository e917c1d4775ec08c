package dev.rota.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** What SIGKILL has ended. */
public final class KilledProcess {
  private KilledProcess() {}

  /** Kills a child of this process, and waits for its end. */
  public static void kill(Process process) {
    process.destroyForcibly();
    try {
      assertThat(process.waitFor(Patience.MAX.toSeconds(), TimeUnit.SECONDS))
          .as("%s ends when it is killed", process)
          .isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + process + " is killed", e);
    }
  }
}
