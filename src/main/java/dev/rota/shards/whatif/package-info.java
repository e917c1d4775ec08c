/** How recorded shards histories are decided again with another policy or fleet, and measured. */
package dev.rota.shards.whatif;
