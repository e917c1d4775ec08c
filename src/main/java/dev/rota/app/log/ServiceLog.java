package dev.rota.app.log;

import ch.qos.logback.classic.Level;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;

/** The log of a verb that runs until it is stopped. Its readers have nothing else of it. */
public final class ServiceLog {
  private ServiceLog() {}

  /** From now on each line of stderr is one of the log, with its time, as these settings say. */
  public static void begin(RootCommand root, Settings settings) {
    if (isJson(settings)) {
      LogVerbosity.speak(new LogLine());
    }
    begin(root, isJson(settings));
  }

  /** The same for a verb without settings: text. */
  public static void begin(RootCommand root) {
    begin(root, false);
  }

  private static void begin(RootCommand root, boolean json) {
    LogVerbosity.set(root.verbosity(), root.quiet(), Level.INFO);
    root.tellByLog(json);
  }

  /** Whether log lines are JSON. */
  public static boolean isJson(Settings settings) {
    return settings.text(KnownSettings.LOG_FORMAT).equals("json");
  }
}
