/**
 * Keyed state, in order, bounded: typed tables over the rows of one lane. Rows are a tree in tests,
 * simulations and audits, and a Kafka Streams store in production; nothing above can tell. Digests
 * of fields, which all that is proved rests on.
 */
package dev.rota.table;
