/** The shards' records on topics, in and out: the only importer of the generated classes. */
package dev.rota.shards.wire;
