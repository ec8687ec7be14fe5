import { asFunction, overHttp } from '../parts/session.ts'

// How much memory one call takes, counted by the heap while nothing is collected. Arguments: the part, the number of the subject in it.

const CALLS = 400
const ROUNDS = 9

const [, , part = '', index = ''] = process.argv
const PARTS = { asFunction, overHttp }
const subject = (await PARTS[part as keyof typeof PARTS]())[Number(index)]
if (subject === undefined) throw new Error(`There is no subject ${index} of ${part}.`)
const collect = globalThis.gc
if (collect === undefined) throw new Error('Node.js has to run with --expose-gc.')

await subject.check(await subject.run())
for (let warm = 0; warm < 5_000; warm++) await subject.run()
const perCall: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  collect()
  const before = process.memoryUsage().heapUsed
  for (let call = 0; call < CALLS; call++) await subject.run()
  perCall.push((process.memoryUsage().heapUsed - before) / CALLS)
}
console.log(JSON.stringify({ bytes: perCall.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] }))
process.exit()
