/** What is measured of a history: amounts, levels over time, distributions. */
package dev.rota.kernel.domain.measures;
