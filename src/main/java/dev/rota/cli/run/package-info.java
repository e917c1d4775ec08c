/** {@code rota dev} and {@code rota run}: the domains, at work until told to stop. */
package dev.rota.cli.run;
