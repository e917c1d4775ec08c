/** What a domain says about itself: its topics, its schemas, its rules and how it is asked. */
package dev.rota.domain;
