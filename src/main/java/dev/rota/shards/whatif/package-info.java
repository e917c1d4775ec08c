/** How recorded shards histories are replayed with another policy or fleet, and measured. */
package dev.rota.shards.whatif;
