package dev.rota.lab.road;

/** What is visible on the cluster is wrong. */
final class RoadFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  RoadFailure(String what) {
    super(what);
  }
}
