package dev.rota.shards.model;

public enum Farewell {
  SESSION("shards F4"),
  SUPERSEDED("shards F5"),
  LEFT("shards W4");

  private final String rule;

  Farewell(String rule) {
    this.rule = rule;
  }

  public String rule() {
    return rule;
  }
}
