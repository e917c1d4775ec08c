package dev.rota.lab.toys;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.text.Utf8Text;
import dev.rota.executor.Batch;
import dev.rota.executor.BatchExecutor;
import dev.rota.executor.Execution;
import dev.rota.executor.MerkleTrie;
import dev.rota.executor.StateDiff;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A small executor with accounts and storage. A payload is a line of UTF-8:
 *
 * <pre>
 * transfer ACCOUNT AMOUNT   from the sender; the initial balance is {@value #GENESIS_BALANCE}
 * write KEY VALUE           sets a storage value, which may contain blanks
 * add KEY NUMBER            adds to a storage number; a missing one is 0
 * stamp KEY                 sets a storage value to the base chain's block number
 * </pre>
 *
 * A transfer beyond the balance, or an addition that fails, is reverted: the block has it with a
 * receipt. A malformed transaction is invalid and in no block. The other transactions of the batch
 * are executed. A receipt is a line: id, {@code OK} or {@code REVERTED}, reason.
 */
public final class AccountMachine implements BatchExecutor {
  /** The initial balance of every account. */
  public static final long GENESIS_BALANCE = 1_000_000_000;

  private static final String BALANCE = "balance/";
  private static final String NONCE = "nonce/";
  private static final String STORAGE = "storage/";

  @Override
  public Execution execute(Batch batch, MerkleTrie parent) {
    Map<String, String> failed = new LinkedHashMap<>();
    StringBuilder receipts = new StringBuilder();
    Memory memory = new Memory(parent);
    for (Batch.Transaction transaction : batch.transactions()) {
      try {
        String reverted = run(transaction, batch.environment(), memory);
        if (transaction.sender() != null) {
          memory.add(NONCE + transaction.sender(), 0, 1);
        }
        receipts.append(transaction.id());
        receipts.append(reverted == null ? " OK" : " REVERTED " + reverted).append('\n');
      } catch (Invalid invalid) {
        failed.put(transaction.id(), invalid.getMessage());
      }
    }
    return new Execution(
        batch.transactions().size(),
        failed,
        memory.after(),
        memory.diff(),
        receipts.toString().getBytes(UTF_8));
  }

  /** A batch takes milliseconds, but its report takes two commits. */
  @Override
  public int slotsPerThread() {
    return 128;
  }

  /** Returns why it is reverted, or null. */
  private static String run(
      Batch.Transaction transaction, Batch.Environment environment, Memory memory) throws Invalid {
    String[] words = text(transaction).strip().split(" +", 3);
    switch (words[0]) {
      case "transfer" -> {
        return transfer(sender(transaction), word(words, 1), number(word(words, 2)), memory);
      }
      case "write" -> memory.write(STORAGE + word(words, 1), word(words, 2));
      case "add" -> {
        return memory.add(STORAGE + word(words, 1), 0, number(word(words, 2)));
      }
      case "stamp" -> memory.write(STORAGE + word(words, 1), Long.toString(environment.number()));
      default ->
          throw new Invalid(
              "payload begins with '" + words[0] + "': use transfer, write, add or stamp");
    }
    return null;
  }

  private static String text(Batch.Transaction transaction) throws Invalid {
    try {
      return Utf8Text.decode(transaction.payload());
    } catch (CharacterCodingException e) {
      throw new Invalid("payload: " + e.getMessage());
    }
  }

  private static String transfer(String from, String to, long amount, Memory memory)
      throws Invalid {
    if (amount < 0) {
      throw new Invalid("amount is " + amount + ": 0 or more");
    }
    long has = memory.number(BALANCE + from, GENESIS_BALANCE);
    if (has < amount) {
      return from + " has " + has;
    }
    if (from.equals(to)) {
      return null;
    }
    String overflow = memory.add(BALANCE + to, GENESIS_BALANCE, amount);
    return overflow == null ? memory.add(BALANCE + from, GENESIS_BALANCE, -amount) : overflow;
  }

  private static String sender(Batch.Transaction transaction) throws Invalid {
    if (transaction.sender() == null) {
      throw new Invalid("there is no sender: a transfer needs one");
    }
    return transaction.sender();
  }

  private static String word(String[] words, int index) throws Invalid {
    if (words.length <= index) {
      throw new Invalid("'" + words[0] + "' lacks its word " + index);
    }
    return words[index];
  }

  private static long number(String word) throws Invalid {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException _) {
      throw new Invalid("'" + word + "' is no number");
    }
  }

  /** The transaction is in no block. */
  private static final class Invalid extends Exception {
    private static final long serialVersionUID = 1;

    Invalid(String why) {
      super(why, null, false, false);
    }
  }

  /** The state during the batch. */
  private static final class Memory {
    private final MerkleTrie parent;
    private final SortedMap<String, byte[]> changes = new TreeMap<>();

    Memory(MerkleTrie parent) {
      this.parent = parent;
    }

    private String read(String key) {
      byte[] value = changes.containsKey(key) ? changes.get(key) : parent.get(key);
      return value == null ? null : new String(value, UTF_8);
    }

    void write(String key, String value) {
      changes.put(key, value.getBytes(UTF_8));
    }

    long number(String key, long genesis) {
      String value = read(key);
      return value == null ? genesis : Long.parseLong(value);
    }

    /** Returns why it cannot be added to, or null. */
    String add(String key, long genesis, long more) {
      try {
        write(key, Long.toString(Math.addExact(number(key, genesis), more)));
        return null;
      } catch (NumberFormatException _) {
        return key + " is no number";
      } catch (ArithmeticException _) {
        return key + " would overflow";
      }
    }

    StateDiff diff() {
      return new StateDiff(changes);
    }

    MerkleTrie after() {
      return diff().applyTo(parent);
    }
  }
}
