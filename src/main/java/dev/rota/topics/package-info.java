/**
 * The topics of a domain as everybody on the road meets them: their names and settings, how many
 * partitions each has, what keys and headers say.
 */
package dev.rota.topics;
