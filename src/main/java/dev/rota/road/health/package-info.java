/**
 * The one model of a domain's health: which inputs wait and since when, who decides a partition,
 * what cannot be reached and since when. What is not known is reported as such, never as well.
 */
package dev.rota.road.health;
