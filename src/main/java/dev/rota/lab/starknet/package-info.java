/** Reads Starknet transactions as lines of JSON, in the form of explorers and nodes. */
package dev.rota.lab.starknet;
