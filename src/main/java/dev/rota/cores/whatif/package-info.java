/** How recorded cores histories are decided again with another policy or fleet, and measured. */
package dev.rota.cores.whatif;
