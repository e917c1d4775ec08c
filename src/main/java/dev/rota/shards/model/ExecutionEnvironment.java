package dev.rota.shards.model;

import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields;

/**
 * The block environment of an execution (section 5).
 *
 * @param number block number of the base chain (E5)
 * @param timestamp timestamp of the base chain's block
 */
public record ExecutionEnvironment(
    long number,
    long timestamp,
    long l1GasPriceWei,
    long l1GasPriceFri,
    String sequencerAddress,
    String protocolVersion) {
  /** E3: the environment before the first update, version 0. */
  public static final ExecutionEnvironment GENESIS =
      new ExecutionEnvironment(0, 0, 1, 1, "0x0", "");

  /** Its names and row. */
  public static final RecordFields<ExecutionEnvironment> FIELDS =
      (e, fields) ->
          new ExecutionEnvironment(
              fields.value("number", e.number, FieldKind.NUMBER),
              fields.value("timestamp", e.timestamp, FieldKind.NUMBER),
              fields.value("l1GasPriceWei", e.l1GasPriceWei, FieldKind.NUMBER),
              fields.value("l1GasPriceFri", e.l1GasPriceFri, FieldKind.NUMBER),
              fields.value("sequencerAddress", e.sequencerAddress, FieldKind.TEXT),
              fields.value("protocolVersion", e.protocolVersion, FieldKind.TEXT));
}
