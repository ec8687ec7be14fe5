import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as sendHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sendWebResponse, toWebRequest } from 'latchkey/node'
import { QUESTIONS, type Question } from '../packages/latchkey/test/enumeration/questions.ts'
import { createSite, type EnumerationSite, type Who } from '../packages/latchkey/test/enumeration/site.ts'

/** Responses that are measured, for each of the two users. */
const SAMPLES = 200
/** How far the medians may be apart, as a share of the smaller one. */
const MAX_DIFFERENCE = 0.05

/** Returns the application behind a server on this machine, as clients reach it. */
async function overHttp(site: EnumerationSite): Promise<{ served: EnumerationSite; close: () => void }> {
  const server = createServer(async (incoming, outgoing) =>
    sendWebResponse(outgoing, await site.fetch(toWebRequest(incoming, outgoing))),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const send = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const options = {
      agent,
      port,
      host: '127.0.0.1',
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
    }
    const outgoing = sendHttp(options)
    outgoing.end(Buffer.from(await request.arrayBuffer()))
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    const body = await buffer(incoming)
    const headers = new Headers()
    for (const [name, values = []] of Object.entries(incoming.headersDistinct))
      for (const value of values) headers.append(name, value)
    const hasBody = request.method !== 'HEAD' && ![204, 304].includes(incoming.statusCode ?? 0)
    return new Response(hasBody ? body : null, { status: incoming.statusCode ?? 0, headers })
  }
  return {
    served: { ...site, fetch: send },
    close: () => {
      agent.destroy()
      server.close()
    },
  }
}

/**
 * Measures over HTTP whether the response time reveals that a user exists. Requests for a user who
 * exists and for one who does not take turns, so that both see the same load of the machine. Prints
 * a line for each request, and the counts as JSON.
 */
async function main(): Promise<void> {
  const { served: site, close } = await overHttp(await createSite({ limits: false }))
  const results: number[] = []
  for (const question of QUESTIONS) {
    const { known, unknown } = await medians(site, question)
    const difference = Math.abs(known - unknown) / Math.min(known, unknown)
    results.push(difference)
    console.log(
      `${difference <= MAX_DIFFERENCE ? '✓' : '✗'} ${question.name}: ${known.toFixed(3)} ms if the user ` +
        `exists, ${unknown.toFixed(3)} ms if not, ${(difference * 100).toFixed(1)} % apart`,
    )
  }
  close()
  const passed = results.filter((difference) => difference <= MAX_DIFFERENCE).length
  console.log(JSON.stringify({ passed, failed: results.length - passed }))
}

/** Returns the medians of the response times, in milliseconds. */
async function medians(site: EnumerationSite, question: Question): Promise<Record<Who, number>> {
  const times: Record<Who, number[]> = { known: [], unknown: [] }
  const { warmUps = 300 } = question
  for (let index = -warmUps; index < SAMPLES; index++) {
    const order: Who[] = Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known']
    for (const who of order) {
      const ask = await question.prepare(site, who)
      const start = performance.now()
      const response = await ask()
      await response.arrayBuffer()
      if (index >= 0) times[who].push(performance.now() - start)
    }
  }
  return { known: findMedian(times.known), unknown: findMedian(times.unknown) }
}

function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

await main()
