/** How recorded chunks histories are replayed with another policy or fleet, and measured. */
package dev.rota.chunks.whatif;
