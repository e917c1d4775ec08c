package dev.rota.lab.verbs;

import dev.rota.app.console.VerbProvider;
import dev.rota.lab.verbs.bench.BenchCommand;
import dev.rota.lab.verbs.dev.DevCommand;
import dev.rota.lab.verbs.imports.GenerateCommand;
import dev.rota.lab.verbs.imports.ImportCommand;
import dev.rota.lab.verbs.simulate.SimulateCommand;
import java.util.List;

/** The verbs of the lab. */
public final class LabVerbProvider implements VerbProvider {
  @Override
  public List<Class<?>> verbs() {
    return List.of(
        DevCommand.class,
        SimulateCommand.class,
        GenerateCommand.class,
        ImportCommand.class,
        BenchCommand.class);
  }
}
