// A collator of the domain cores: one claim at a time for a para, and the next one once it is over.
// Usage: node collator.js CHAIN PARA COLLATOR, with ROTA_BOOTSTRAP_SERVERS and ROTA_SCHEMA_REGISTRY_URL in the environment.
const { Kafka, Partitioners, logLevel } = require('kafkajs')
const { SchemaRegistry } = require('@kafkajs/confluent-schema-registry')

const [chain, para, collator] = process.argv.slice(2)
const brokers = (process.env.ROTA_BOOTSTRAP_SERVERS || '127.0.0.1:9092').split(',')
const registry = new SchemaRegistry({ host: process.env.ROTA_SCHEMA_REGISTRY_URL || 'http://127.0.0.1:8081' })
const kafka = new Kafka({ clientId: collator, brokers, logLevel: logLevel.ERROR })
const OVER = ['CONCLUDED', 'DROPPED'] // what comes before is on its way: QUEUED, SCHEDULED, OCCUPIED, RETURNED

// kafkajs gives up here while a partition changes its leader.
async function patiently (call) {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!error.retriable) throw error
      await new Promise(resolve => setTimeout(resolve, 500))
    }
  }
}

async function main () {
  const [admin, consumer] = [kafka.admin(), kafka.consumer({ groupId: `collator-${collator}-${process.pid}` })]
  // Partitioners.DefaultPartitioner is Java's murmur2. LegacyPartitioner, and kafkajs 1 by default, is not.
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner })
  await Promise.all([admin.connect(), consumer.connect(), producer.connect()])
  const end = async signal => {
    await Promise.all([consumer.disconnect(), producer.disconnect(), admin.disconnect()])
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end)

  const id = await registry.getLatestSchemaId('claims-value')
  const claim = async () => producer.send({
    topic: 'claims', // acks -1 is the default: all replicas in sync have it
    messages: [{ key: chain, value: await registry.encode(id, { chain, para: Number(para), collator }) }]
  })

  // Read from the end, and only then claim: else the answer may come before anybody reads.
  const ends = await patiently(() => admin.fetchTopicOffsets('cores-outcomes'))
  await consumer.subscribe({ topic: 'cores-outcomes' })
  await consumer.run({ // its place is committed, so it goes on after a crash of the consumer; kafkajs reads committed records only, unless it is told otherwise
    eachMessage: async ({ message }) => {
      const said = message.key.toString() === chain && await registry.decode(message.value)
      if (!said || said.para !== Number(para)) return
      console.log([said.outcome, said.collator, said.core, said.reason, said.detail].filter(x => x != null).join(' '))
      // ALREADY_CLAIMED: a claim is live, such as that of this collator before it was restarted.
      if (OVER.includes(said.outcome)) await claim()
      else if (said.outcome === 'REFUSED' && said.collator === collator && said.reason !== 'ALREADY_CLAIMED') process.exitCode = 1, process.kill(process.pid)
    }
  })
  for (const { partition, offset } of ends) consumer.seek({ topic: 'cores-outcomes', partition, offset })
  await claim()
}

main().catch(error => {
  console.error(error.message)
  process.exit(1)
})
