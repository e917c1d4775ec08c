/** What tests share: a ledger in memory, and a domain that is only there to be tested. */
package dev.rota.testing;
