package dev.rota.testing.mutants;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.junit.platform.launcher.listeners.TestExecutionSummary.Failure;

/**
 * Runs one test after the other, each with a mutant. A test has classes of its own, and shares the
 * libraries, which are warm then, with those before it.
 */
final class MutantTestRun {
  static final int PASSED = 0;

  /** What a test holds to be true is not. */
  static final int FAILED = 1;

  static final int NOT_FOUND = 2;

  /** A test has ended by another exception: it waited in vain, or something did not work. */
  static final int BROKEN = 3;

  private MutantTestRun() {}

  /**
   * Reads a mutant's folder of classes and a test, a line each, until there are no more. Prints
   * what became of the test, a line too.
   */
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String classes = in.readLine(); classes != null; classes = in.readLine()) {
      String test = in.readLine();
      Thread.currentThread().setContextClassLoader(new MutantLoader(Path.of(classes)));
      out.println(run(test));
    }
    System.exit(0); // brokers of a failed test may have left threads
  }

  private static int run(String test) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(test.contains("#") ? selectMethod(test) : selectClass(test))
            .build();
    LauncherFactory.create().execute(request, listener);
    return outcome(listener.getSummary());
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

  /** Has our classes anew, the mutant's before all others, and what knows them by their names. */
  private static final class MutantLoader extends URLClassLoader {
    private static final List<String> ANEW = List.of("dev.rota.", "org.apache.avro.");

    MutantLoader(Path mutant) throws MalformedURLException {
      super(classPath(mutant), MutantTestRun.class.getClassLoader());
    }

    private static URL[] classPath(Path mutant) throws MalformedURLException {
      List<URL> urls = new ArrayList<>(List.of(mutant.toUri().toURL()));
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        urls.add(Path.of(entry).toUri().toURL());
      }
      return urls.toArray(URL[]::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean isResolved) throws ClassNotFoundException {
      if (ANEW.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, isResolved);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
