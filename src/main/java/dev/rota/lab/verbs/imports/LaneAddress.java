package dev.rota.lab.verbs.imports;

import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;

/** A lane on a cluster, and the command that uses it. */
record LaneAddress(RootCommand root, Settings settings, Domain domain, String lane) {
  @Override
  public String toString() {
    return "the " + domain.wire().laneField() + " '" + lane + "'";
  }
}
