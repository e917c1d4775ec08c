/**
 * The notary: it reads committed ledgers, verifies their seals, and keeps a transparency log of
 * each partition. Proofs of single outputs come from here, and are verified here without Kafka.
 */
package dev.rota.readers.notary;
