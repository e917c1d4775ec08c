package dev.rota.testing.mutants;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs one test, in a process of its own whose class path has a mutant. */
final class MutantTestRun {
  static final int PASSED = 0;
  static final int FAILED = 1;
  static final int NOT_FOUND = 2;

  private MutantTestRun() {}

  /** The exit code says what became of the test that the argument names. */
  public static void main(String[] args) {
    String test = args[0];
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(test.contains("#") ? selectMethod(test) : selectClass(test))
            .build();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    System.exit(outcome(summary)); // brokers of a failed test may have left threads
  }

  private static int outcome(TestExecutionSummary summary) {
    if (summary.getTotalFailureCount() > 0) {
      return FAILED;
    }
    return summary.getTestsSucceededCount() == 0 ? NOT_FOUND : PASSED;
  }
}
