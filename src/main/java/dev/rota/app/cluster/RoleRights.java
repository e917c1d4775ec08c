package dev.rota.app.cluster;

import dev.rota.app.console.CompletionWords;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The rights that a role needs with the settings in effect. */
public final class RoleRights {
  private static final String EXECUTED = "shards";

  private RoleRights() {}

  /** The roles, as users name them. */
  public static final class OfRoles implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return CompletionWords.lower(TopicRole.values());
    }
  }

  /** Of one domain. An engine that executes shards also needs what a worker of theirs needs. */
  public static List<AccessRight> of(Settings settings, TopicRole role, Domain domain) {
    String application = settings.text(KnownSettings.APPLICATION);
    List<AccessRight> rights = new ArrayList<>(RightsTable.of(role, domain, application));
    if (role == TopicRole.ENGINE
        && domain.name().equals(EXECUTED)
        && !settings.text(KnownSettings.EXECUTOR).equals(KnownSettings.NONE)) {
      rights.addAll(RightsTable.of(TopicRole.BOT, domain, application));
    }
    return rights;
  }
}
