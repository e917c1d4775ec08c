/** What can be asked of a chain. */
package dev.rota.cores.queries;
