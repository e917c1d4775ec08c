package dev.rota.testing.mutants;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.junit.platform.launcher.listeners.TestExecutionSummary.Failure;

/** Runs one test, in a process of its own whose class path has a mutant. */
final class MutantTestRun {
  static final int PASSED = 0;

  /** What a test holds to be true is not. */
  static final int FAILED = 1;

  static final int NOT_FOUND = 2;

  /** A test has ended by another exception: it waited in vain, or something did not work. */
  static final int BROKEN = 3;

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
    // A method that is not there is a failure of the engine, which has no source.
    List<Failure> failures =
        summary.getFailures().stream()
            .filter(one -> one.getTestIdentifier().getSource().isPresent())
            .toList();
    if (failures.isEmpty()) {
      return summary.getTestsSucceededCount() == 0 ? NOT_FOUND : PASSED;
    }
    boolean asserted =
        failures.stream()
            .allMatch(
                one ->
                    one.getTestIdentifier().isTest()
                        && one.getException() instanceof AssertionError);
    return asserted ? FAILED : BROKEN;
  }
}
