/** Which versions of a domain's rules can run, and which of them a lane adopts. */
package dev.rota.kernel.ledger.versions;
