/** What an audit reads: the topics of a domain on their cluster, partition by partition. */
package dev.rota.audit.logs;
