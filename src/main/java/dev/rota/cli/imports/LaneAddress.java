package dev.rota.cli.imports;

import dev.rota.cli.console.Root;
import dev.rota.domain.Domain;
import dev.rota.settings.Settings;

/** A lane on a cluster, and the command that uses it. */
record LaneAddress(Root root, Settings settings, Domain<?, ?, ?> domain, String lane) {
  @Override
  public String toString() {
    return "the " + domain.wire().laneField() + " '" + lane + "'";
  }
}
