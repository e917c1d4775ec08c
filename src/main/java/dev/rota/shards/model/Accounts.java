package dev.rota.shards.model;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The nonces of a shard's senders, T4, kept under strict nonces only. What is expected next follows
 * from the pool and from what was included; nothing is stored ahead that could drift.
 */
public final class Accounts {
  /** One sender: the greatest pending nonces that are followed by no greater one, in order. */
  private static final class Account {
    private long included = -1;
    private final ArrayDeque<Long> greatest = new ArrayDeque<>(2);
  }

  private final Map<String, Account> accounts = new HashMap<>();

  /** The nonce that the sender's next transaction has to have. */
  public long next(String sender) {
    Account account = accounts.get(sender);
    if (account == null) {
      return 0;
    }
    return (account.greatest.isEmpty() ? account.included : account.greatest.peekFirst()) + 1;
  }

  /** The last nonce that is in a block; -1: none. */
  long included(String sender) {
    Account account = accounts.get(sender);
    return account == null ? -1 : account.included;
  }

  void pend(Pooled transaction) {
    if (transaction.isNumbered()) {
      Account account = accounts.computeIfAbsent(transaction.sender(), unused -> new Account());
      while (!account.greatest.isEmpty() && account.greatest.peekLast() < transaction.nonce()) {
        account.greatest.removeLast();
      }
      account.greatest.addLast(transaction.nonce());
    }
  }

  /** It is no longer pending; failed ones are as if they had never been. */
  void remove(Pooled transaction, boolean included) {
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

  /** From a row. */
  void restore(String sender, long included) {
    accounts.computeIfAbsent(sender, unused -> new Account()).included = included;
  }
}
