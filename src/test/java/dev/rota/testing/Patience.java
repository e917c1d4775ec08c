package dev.rota.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** How long tests wait that say nothing else. A machine with other work takes its time. */
public final class Patience implements BeforeAllCallback {
  public static final Duration MAX = Duration.ofMinutes(10);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(MAX);
  }
}
