/** What can be asked of a grid. */
package dev.rota.bots.queries;
