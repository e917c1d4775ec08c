package dev.rota.lab.verbs;

import dev.rota.app.console.VerbProvider;
import dev.rota.lab.verbs.bench.BenchCommand;
import dev.rota.lab.verbs.dev.Dev;
import dev.rota.lab.verbs.imports.GenerateCommand;
import dev.rota.lab.verbs.imports.ImportCommand;
import dev.rota.lab.verbs.simulate.Simulate;
import java.util.List;

/** The verbs of the lab. */
public final class LabVerbProvider implements VerbProvider {
  @Override
  public List<Class<?>> verbs() {
    return List.of(
        Dev.class, Simulate.class, GenerateCommand.class, ImportCommand.class, BenchCommand.class);
  }
}
