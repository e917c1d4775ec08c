package dev.rota.audit;

/** An anchor of another domain or another cluster. */
public final class ForeignAnchor extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private ForeignAnchor(String message) {
    super(message);
  }

  static void check(Anchor anchor, String domain, String clusterId) {
    if (anchor == null) {
      return;
    }
    if (!anchor.domain().equals(domain)) {
      throw new ForeignAnchor(
          "the anchor is of the domain " + anchor.domain() + ", the audit is of " + domain);
    }
    if (!anchor.clusterId().equals(clusterId)) {
      throw new ForeignAnchor(
          "the anchor is of the cluster " + anchor.clusterId() + ", this one is " + clusterId);
    }
  }
}
