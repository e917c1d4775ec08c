package dev.rota.lab.verbs.dev;

record DevPorts(PortChoice kafka, PortChoice registry, PortChoice http, PortChoice page) {}
