/** How recorded bots histories are replayed with another policy or fleet, and measured. */
package dev.rota.bots.whatif;
