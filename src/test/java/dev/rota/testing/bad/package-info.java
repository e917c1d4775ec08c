/** Everything that rules may not do, done on purpose: the walls are tried against these. */
package dev.rota.testing.bad;
