/** How recorded cores histories are replayed with another policy or fleet, and measured. */
package dev.rota.cores.whatif;
