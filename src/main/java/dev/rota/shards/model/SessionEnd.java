package dev.rota.shards.model;

public enum SessionEnd {
  SESSION("shards F4"),
  SUPERSEDED("shards F5"),
  LEFT("shards W4");

  private final String rule;

  SessionEnd(String rule) {
    this.rule = rule;
  }

  public String rule() {
    return rule;
  }
}
