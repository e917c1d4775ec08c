/** A process that follows ledgers and answers by HTTP: who it is, and what it says. */
package dev.rota.app.follower;
