/** What is measured of a history: amounts, levels over time, distributions, who had what. */
package dev.rota.kernel.domain.measures;
