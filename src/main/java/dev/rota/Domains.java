package dev.rota;

import dev.rota.bots.BotsDomain;
import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.domain.Domain;
import dev.rota.shards.ShardsDomain;
import java.util.List;

/** The domains; the only place that names them all. */
public final class Domains {
  public static final List<Domain<?, ?, ?>> ALL =
      List.of(new CoresDomain(), new BotsDomain(), new ShardsDomain(), new ChunksDomain());

  private Domains() {}
}
