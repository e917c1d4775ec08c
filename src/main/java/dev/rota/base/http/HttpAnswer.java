package dev.rota.base.http;

/** What a request is answered with: at once, or bit by bit. */
public sealed interface HttpAnswer permits HttpReply, HttpFeed {}
