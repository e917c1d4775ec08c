/** What is measured of chains. */
package dev.rota.cores.monitor;
