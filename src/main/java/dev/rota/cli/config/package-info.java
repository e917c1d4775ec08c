/** {@code rota config}: every setting in effect, and where it comes from. */
package dev.rota.cli.config;
