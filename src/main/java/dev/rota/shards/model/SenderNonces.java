package dev.rota.shards.model;

import dev.rota.kernel.table.NameTable;
import java.util.ArrayDeque;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The nonces of a shard's senders (T4), kept only with strict nonces. The next nonce is computed
 * from pending and included transactions, so no stored value can drift.
 */
public final class SenderNonces {
  /** A sender: its pending nonces that no greater one follows, in pool order. */
  private static final class Account {
    private long included = -1;
    private final ArrayDeque<Long> greatest = new ArrayDeque<>(2);
  }

  private final NameTable<Account> accounts = new NameTable<>();

  /** Returns the nonce that the sender's next transaction must have. */
  public long next(String sender) {
    Account account = accounts.get(sender);
    if (account == null) {
      return 0;
    }
    return (account.greatest.isEmpty() ? account.included : account.greatest.peekFirst()) + 1;
  }

  /** Returns the next nonce of each sender that has one pending or in a block, sorted by name. */
  public SortedMap<String, Long> all() {
    SortedMap<String, Long> all = new TreeMap<>();
    accounts.sorted().keySet().forEach(sender -> all.put(sender, next(sender)));
    return all;
  }

  /** Returns the sender's last nonce in a block, or -1 if there is none. */
  long included(String sender) {
    Account account = accounts.get(sender);
    return account == null ? -1 : account.included;
  }

  void pend(PooledTransaction transaction) {
    if (transaction.isNumbered()) {
      Account account = account(transaction.sender());
      while (!account.greatest.isEmpty() && account.greatest.peekLast() < transaction.nonce()) {
        account.greatest.removeLast();
      }
      account.greatest.addLast(transaction.nonce());
    }
  }

  /** Removes a transaction that is no longer pending. A failed transaction uses no nonce. */
  void remove(PooledTransaction transaction, boolean included) {
    if (transaction.isNumbered()) {
      Account account = accounts.get(transaction.sender());
      if (transaction.nonce().equals(account.greatest.peekFirst())) {
        account.greatest.removeFirst();
      }
      if (included) {
        account.included = transaction.nonce();
      } else if (account.included < 0 && account.greatest.isEmpty()) {
        accounts.remove(transaction.sender());
      }
    }
  }

  void restore(String sender, long included) {
    account(sender).included = included;
  }

  private Account account(String sender) {
    Account account = accounts.get(sender);
    if (account == null) {
      account = new Account();
      accounts.put(sender, account);
    }
    return account;
  }
}
