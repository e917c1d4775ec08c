package dev.rota.app.console;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A verb that needs an inner verb. */
public abstract class VerbGroup implements Runnable {
  private final String verbs;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  /** Lists the inner verbs, such as {@code 'config show'}. */
  protected VerbGroup(String verbs) {
    this.verbs = verbs;
  }

  @Override
  public final void run() {
    throw new ParameterException(spec.commandLine(), "use " + verbs);
  }

  public final RootCommand root() {
    return root;
  }
}
