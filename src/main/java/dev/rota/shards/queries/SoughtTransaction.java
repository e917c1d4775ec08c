package dev.rota.shards.queries;

import dev.rota.shards.model.Shard;

/**
 * A transaction that is asked for. T2: its id is unique within its shard only.
 *
 * @param text the id, or {@code SHARD/ID}
 */
record SoughtTransaction(String text) {
  boolean is(String shard, String id) {
    return id.equals(text)
        || (text.length() == shard.length() + 1 + id.length()
            && text.charAt(shard.length()) == '/'
            && text.startsWith(shard)
            && text.endsWith(id));
  }

  /** Returns its id if the shard has it pending, else null. */
  String in(Shard shard) {
    if (shard.pool().has(text)) {
      return text;
    }
    if (!text.startsWith(shard.name() + "/")) {
      return null;
    }
    String id = text.substring(shard.name().length() + 1);
    return shard.pool().has(id) ? id : null;
  }

  /** Returns its id if it is one of these, else null. */
  String among(String shard, Iterable<String> ids) {
    for (String id : ids) {
      if (is(shard, id)) {
        return id;
      }
    }
    return null;
  }
}
