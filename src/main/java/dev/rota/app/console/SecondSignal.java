package dev.rota.app.console;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a process that takes its time to stop: the first Ctrl-C or SIGTERM stops it in order, the
 * second one at once. Java alone ignores the second one.
 */
public final class SecondSignal {
  private static final Logger LOG = LoggerFactory.getLogger(SecondSignal.class);
  private static final Map<String, Integer> CODES =
      Map.of("INT", ExitCode.INTERRUPTED.code(), "TERM", ExitCode.TERMINATED.code());

  private SecondSignal() {}

  /** Runs what has to be done even then, on the second signal; then the process is gone. */
  public static void runs(Runnable atOnce) {
    AtomicInteger signals = new AtomicInteger();
    CODES.forEach(
        (name, code) ->
            handle(
                name,
                () -> {
                  if (signals.incrementAndGet() == 1) {
                    new Thread(() -> System.exit(code), "signal").start();
                    return;
                  }
                  try {
                    atOnce.run();
                  } finally {
                    Runtime.getRuntime().halt(code);
                  }
                }));
  }

  /** Java has no public interface to signals. Where this one is absent, the second is ignored. */
  private static void handle(String name, Runnable then) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler running =
          (_, method, arguments) -> {
            if (method.getName().equals("handle")) {
              then.run();
              return null;
            }
            return method.invoke(then, arguments);
          };
      signal
          .getMethod("handle", signal, handler)
          .invoke(
              null,
              signal.getConstructor(String.class).newInstance(name),
              Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, running));
    } catch (ReflectiveOperationException e) {
      LOG.debug("a second signal is ignored", e);
    }
  }
}
