package dev.rota.road.topics.rights;

import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.SecurityUtils;

/**
 * One operation that may be done on a resource of the cluster.
 *
 * @param about whose it is: a domain, or what is said of it
 * @param name of the resource, or what its name begins with
 * @param prefixed whether {@code name} is only a beginning
 * @param sample a resource that the right is about; without {@code prefixed} the name itself
 * @param optional true: without it the client does what it can
 */
public record AccessRight(
    String about,
    ResourceType resource,
    String name,
    boolean prefixed,
    String sample,
    AclOperation operation,
    boolean optional) {
  static AccessRight on(String about, ResourceType resource, String name, AclOperation operation) {
    return new AccessRight(about, resource, name, false, name, operation, false);
  }

  /** To read a topic. */
  public static AccessRight toRead(String topic) {
    return on(topic, ResourceType.TOPIC, topic, AclOperation.READ);
  }

  /** The same, of a client that cannot do without it. */
  public AccessRight required() {
    return new AccessRight(about, resource, name, prefixed, sample, operation, false);
  }

  /** True if it is about this resource. */
  public boolean covers(ResourceType kind, String of) {
    return resource == kind && (prefixed ? of.startsWith(name) : of.equals(name));
  }

  /** As {@code kafka-acls} names it. */
  public String operationName() {
    return SecurityUtils.operationName(operation);
  }

  /** As {@code kafka-acls} names it: topic, group, transactional-id or cluster. */
  public String resourceName() {
    return switch (resource) {
      case TOPIC -> "topic";
      case GROUP -> "group";
      case TRANSACTIONAL_ID -> "transactional-id";
      default -> "cluster";
    };
  }

  /** The command that grants it. */
  public String grant(String bootstrap, String principal) {
    return "kafka-acls.sh --bootstrap-server %s --command-config admin.properties --add --allow-principal %s"
            .formatted(bootstrap, quoted(principal))
        + (prefixed ? " --resource-pattern-type prefixed" : "")
        + " --operation "
        + operationName()
        + " --"
        + resourceName()
        + (resource == ResourceType.CLUSTER ? "" : " " + name);
  }

  /** As a shell reads it: a certificate's name may have blanks, quotes and backslashes. */
  static String quoted(String principal) {
    return "'" + principal.replace("'", "'\\''") + "'";
  }

  /** What people read, such as {@code Read on topic claims}. */
  @Override
  public String toString() {
    return resource == ResourceType.CLUSTER
        ? operationName() + " on the cluster"
        : "%s on %s %s".formatted(operationName(), resourceName().replace('-', ' '), sample);
  }
}
