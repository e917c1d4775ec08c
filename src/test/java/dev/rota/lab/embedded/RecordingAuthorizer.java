package dev.rota.lab.embedded;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;

/** Kafka's own authorizer, which keeps what it was asked and what it answered. */
public final class RecordingAuthorizer extends StandardAuthorizer {
  private static final Set<Decision> DECISIONS = ConcurrentHashMap.newKeySet();

  /** Whether somebody may do something. */
  public record Decision(
      String principal,
      AclOperation operation,
      ResourceType resource,
      String name,
      boolean allowed) {}

  /** What it has decided about this principal. */
  public static Set<Decision> about(String principal) {
    return DECISIONS.stream()
        .filter(one -> one.principal().equals(principal))
        .collect(Collectors.toSet());
  }

  public static void forget() {
    DECISIONS.clear();
  }

  @Override
  public List<AuthorizationResult> authorize(
      AuthorizableRequestContext context, List<Action> actions) {
    List<AuthorizationResult> results = super.authorize(context, actions);
    for (int i = 0; i < results.size(); i++) {
      Action action = actions.get(i);
      boolean allowed = results.get(i) == AuthorizationResult.ALLOWED;
      // Who asks what may be done does not do it: Kafka logs nothing of that.
      if (allowed ? action.logIfAllowed() : action.logIfDenied()) {
        DECISIONS.add(
            new Decision(
                context.principal().toString(),
                action.operation(),
                action.resourcePattern().resourceType(),
                action.resourcePattern().name(),
                allowed));
      }
    }
    return results;
  }
}
