package dev.rota.lab.traffic.shards;

import dev.rota.shards.ShardTransaction;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.wire.ShardsWire;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** The clients of a pool. They send transactions and count their nonces by the outcomes. */
final class PoolClients {
  private static final String[] ODD_NAMES = {"", "\u0000", "a\nb", "x".repeat(600)};

  /** The largest one is taken if nobody looks at nonces. */
  private static final long[] ODD_NONCES = {-1, Long.MAX_VALUE, Long.MAX_VALUE - 1};

  /** A sender on a shard: its pending nonces, and the last one in a block. */
  private static final class Account {
    private final TreeSet<Long> pending = new TreeSet<>();
    private long included = -1;

    long next() {
      return (pending.isEmpty() ? included : pending.last()) + 1;
    }
  }

  private record Sent(Account account, long nonce) {}

  private final PoolLife life;
  private final Map<String, Account> accounts = new HashMap<>();
  private final Map<String, Sent> sent = new HashMap<>();
  private ShardTransaction last;
  private long numbers;

  PoolClients(PoolLife life) {
    this.life = life;
  }

  void send() {
    String shard = life.shape().anyShard(life.random());
    String sender = "sender-" + life.random().nextInt(life.shape().senders());
    String id = "tx-" + numbers++;
    long nonce = account(shard, sender).next();
    PoolFault trick = life.faults().any(PoolFault.DUPLICATE_TRANSACTION, PoolFault.POISON);
    ShardTransaction sensible = life.sending().transaction(shard, id, sender, nonce);
    life.happen(ShardsWire.TRANSACTIONS, odd(trick, sensible), trick);
    last = sensible;
    life.later(life.random().nextInt(2 * life.shape().arrivalMillis()), this::send);
  }

  private ShardTransaction odd(PoolFault trick, ShardTransaction sensible) {
    if (trick == null) {
      return sensible;
    }
    ShardTransaction.Builder odd = ShardTransaction.newBuilder(sensible);
    return switch (trick) {
      case DUPLICATE_TRANSACTION -> last == null ? sensible : last;
      case NONCE_GAP -> odd.setNonce(sensible.getNonce() + 2).build();
      case ANONYMOUS -> {
        odd.setNonce(life.random().nextBoolean() ? null : sensible.getNonce());
        yield odd.setSender(life.random().nextBoolean() ? null : sensible.getSender()).build();
      }
      case ODD_NONCE -> odd.setNonce(ODD_NONCES[life.random().nextInt(3)]).build();
      case ODD_NAME -> {
        String name = ODD_NAMES[life.random().nextInt(ODD_NAMES.length)];
        yield life.random().nextBoolean() ? odd.setId(name).build() : odd.setShard(name).build();
      }
      default -> odd.setId("poison-" + sensible.getId()).build();
    };
  }

  private Account account(String shard, String sender) {
    return accounts.computeIfAbsent(shard + " " + sender, _ -> new Account());
  }

  void hear(ShardsFact fact) {
    if (fact instanceof TransactionAccepted t && t.sender() != null && t.nonce() != null) {
      Account account = account(t.shard(), t.sender());
      account.pending.add(t.nonce());
      sent.put(t.shard() + " " + t.id(), new Sent(account, t.nonce()));
    } else if (fact instanceof TransactionLost t) {
      over(t.shard(), t.id(), false);
    } else if (fact instanceof BlockMade block) {
      block.included().forEach(id -> over(block.shard(), id, true));
    }
  }

  private void over(String shard, String id, boolean included) {
    Sent one = sent.remove(shard + " " + id);
    if (one != null) {
      one.account.pending.remove(one.nonce);
      one.account.included = included ? one.nonce : one.account.included;
    }
  }
}
