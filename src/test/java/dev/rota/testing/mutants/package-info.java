/** Known mistakes, each with the test that sees it, kept so that they can be tried again. */
package dev.rota.testing.mutants;
