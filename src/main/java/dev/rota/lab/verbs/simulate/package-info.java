/** {@code rota simulate}: runs domains offline, over generated histories or given lines. */
package dev.rota.lab.verbs.simulate;
