# Three claims for two cores, and one block, in which the chain backs para 10.
./rota simulate cores --export g.jsonl <<'LINES' >g.out
{"topic":"block-events","key":"mine","timestamp":1795333731425,"value":{"chain":"mine","number":0,"session":{"index":0,"validators":9,"parachains":[1],"parathreads":[10,11,12],"config":{"parathreadCores":2,"parathreadRetries":1,"schedulingLookahead":2,"groupRotationFrequency":10,"chainAvailabilityPeriod":5,"threadAvailabilityPeriod":5}}}}
{"topic":"claims","key":"mine","timestamp":1795333736000,"value":{"chain":"mine","para":10,"collator":"alice"}}
{"topic":"claims","key":"mine","timestamp":1795333745000,"value":{"chain":"mine","para":11,"collator":"bob"}}
{"topic":"claims","key":"mine","timestamp":1795333754625,"value":{"chain":"mine","para":12,"collator":"carol"}}
{"topic":"block-events","key":"mine","timestamp":1795333761842,"value":{"chain":"mine","number":1,"occupied":[0,1]}}
LINES
