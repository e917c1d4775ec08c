/** Partitions of topics, read without a group. */
package dev.rota.partitions;
