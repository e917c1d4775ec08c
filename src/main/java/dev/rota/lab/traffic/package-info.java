/** Seeded traffic of the domains: what it consists of, and who generates it. */
package dev.rota.lab.traffic;
