/** How recorded chunks histories are decided again with another policy or fleet, and measured. */
package dev.rota.chunks.whatif;
