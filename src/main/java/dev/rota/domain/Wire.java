package dev.rota.domain;

import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A domain's records, in and out. The only place of a domain that sees a generated class.
 *
 * @param <I> what may be asked
 * @param <F> what can happen
 */
public interface Wire<I, F> {
  /** The topics taken, co-partitioned by lane. */
  List<Input> inputs();

  Schema assignments();

  Schema outcomes();

  /** The lane that the record itself names; it has to equal the record's key. */
  String lane(SpecificRecord record);

  /**
   * The rules' own form of an input. Whatever can be decoded can be read: rules refuse, wires do
   * not.
   */
  I read(SpecificRecord record);

  /** What the outside is told of a fact, or null when it is nobody's business. */
  Output write(String lane, F fact);
}
