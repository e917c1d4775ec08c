/** Asks HTTP servers that need not be honest: an answer has limits of time and size. */
package dev.rota.base.fetch;
