/** How recorded bots histories are decided again with another policy or fleet, and measured. */
package dev.rota.bots.whatif;
