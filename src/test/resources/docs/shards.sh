# One worker with one slot serves three shards.
./rota simulate shards --export g.jsonl <<'LINES' >g.out
{"topic":"shard-transactions","key":"mainnet","timestamp":1767225600010,"value":{"pool":"mainnet","shard":"A","id":"a1","payload":"0x00"}}
{"topic":"shard-transactions","key":"mainnet","timestamp":1767225600020,"value":{"pool":"mainnet","shard":"B","id":"b1","payload":"0x00"}}
{"topic":"shard-transactions","key":"mainnet","timestamp":1767225600030,"value":{"pool":"mainnet","shard":"C","id":"c1","payload":"0x00"}}
{"topic":"worker-events","key":"mainnet","timestamp":1767225600040,"value":{"pool":"mainnet","worker":"w1","incarnation":1,"event":{"Joined":{"slots":1}}}}
LINES
