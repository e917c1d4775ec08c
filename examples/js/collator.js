// A collator of the domain cores: one claim at a time for a para, and the next one once it is over. It prints where each block may be built.
// Usage: node collator.js CHAIN PARA COLLATOR, with ROTA_BOOTSTRAP_SERVERS and ROTA_SCHEMA_REGISTRY_URL in the environment.
const { Kafka, Partitioners, logLevel } = require('kafkajs')
const { SchemaRegistry } = require('@kafkajs/confluent-schema-registry')

const [chain, para, collator] = process.argv.slice(2)
const brokers = (process.env.ROTA_BOOTSTRAP_SERVERS || '127.0.0.1:9092').split(',')
const registry = new SchemaRegistry({ host: process.env.ROTA_SCHEMA_REGISTRY_URL || 'http://127.0.0.1:8081' })
const kafka = new Kafka({ clientId: collator, brokers, logLevel: logLevel.ERROR })
const TOPICS = ['cores-outcomes', 'cores-assignments']
const OVER = ['CONCLUDED', 'DROPPED'] // what comes before is on its way: QUEUED, SCHEDULED, OCCUPIED, RETURNED
const LATER = ['NOT_A_PARATHREAD', 'QUEUE_FULL'] // another block may change that

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
  const end = async code => {
    await Promise.all([consumer.disconnect(), producer.disconnect(), admin.disconnect()])
    process.exit(code)
  }
  process.once('SIGINT', () => end(130))
  process.once('SIGTERM', () => end(143))

  const id = await registry.getLatestSchemaId('claims-value')
  const claim = async () => producer.send({
    topic: 'claims', // acks -1 is the default: all replicas in sync have it
    messages: [{ key: chain, value: await registry.encode(id, { chain, para: Number(para), collator }) }]
  })

  let refused = false // until the next block
  const outcome = async said => {
    if (said.para !== Number(para)) return
    console.log([said.outcome, said.collator, said.core, said.reason, said.detail].filter(x => x != null).join(' '))
    if (OVER.includes(said.outcome)) return claim() // of any collator: the para has no claim now
    if (said.outcome !== 'REFUSED' || said.collator !== collator) return
    refused = LATER.includes(said.reason)
    // ALREADY_CLAIMED: a claim is live, such as that of this collator before it was restarted.
    if (!refused && said.reason !== 'ALREADY_CLAIMED') setImmediate(end, 1)
  }
  const schedule = async ({ block, cores }) => {
    for (const { core, state, group } of cores.filter(one => one.para === Number(para) && one.collator === collator)) {
      console.log(state === 'SCHEDULED' ? `block ${block + 1} may have it: core ${core}, group ${group}` : `${state} core ${core}, group ${group}`)
    }
    if (refused) await claim()
    refused = false
  }

  // Read from the ends, and only then claim: else the answer may come before anybody reads.
  const ends = await patiently(() => Promise.all(TOPICS.map(async topic => (await admin.fetchTopicOffsets(topic)).map(one => ({ topic, ...one })))))
  await consumer.subscribe({ topics: TOPICS })
  await consumer.run({ // its place is committed, so it goes on after a crash of the consumer; kafkajs reads committed records only, unless it is told otherwise
    eachMessage: async ({ topic, message }) => {
      if (message.key.toString() !== chain) return
      const said = await registry.decode(message.value)
      await (topic === 'cores-outcomes' ? outcome(said) : schedule(said))
    }
  })
  for (const { topic, partition, offset } of ends.flat()) consumer.seek({ topic, partition, offset })
  await claim()
}

main().catch(error => {
  console.error(error.message)
  process.exit(1)
})
