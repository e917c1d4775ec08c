/** Transactions of Starknet as lines of JSON, as explorers and nodes hand them out. */
package dev.rota.starknet;
