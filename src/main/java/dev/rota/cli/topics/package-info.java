/** {@code rota topics}: those of the domains, listed, created, checked, and who may use them. */
package dev.rota.cli.topics;
