import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { runChild } from '../child.ts'
import { findRange, median, shuffled } from '../measure.ts'
import { type Row, withRange } from '../report.ts'
import { betterAuthOnSqlite } from '../subjects/better-auth.ts'
import { ANN } from '../subjects/fixtures.ts'
import { manyCookies } from '../subjects/latchkey.ts'
import type { Library } from '../subjects/subject.ts'
import { CACHED } from './session.ts'

const ROUNDS = 7
const STARTED = ['latchkey', '@auth/core', 'better-auth', 'baseline'] as const

interface Start {
  readonly ready: number
  readonly responded: number
  readonly rss: number
}

/**
 * Measures the time from the first import to the first response, and the memory, in a new process.
 */
export async function coldStart(): Promise<Row[]> {
  const rounds: (Start & { library: Library })[] = []
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  try {
    // better-auth requires its tables; creating them is not part of the start.
    const tables = join(folder, 'better-auth.db')
    await betterAuthOnSqlite({}, tables)
    for (let round = 0; round < ROUNDS; round++) {
      for (const library of shuffled(STARTED)) {
        rounds.push({ library, ...(await runChild<Start>('children/cold-start.mjs', [library, tables])) })
      }
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return STARTED.map((library) => {
    const libraryRounds = rounds.filter((round) => round.library === library)
    return {
      library,
      'import and set-up, ms': describeSpread(libraryRounds.map(({ ready }) => ready)),
      'first response, ms': describeSpread(libraryRounds.map(({ responded }) => responded)),
      'resident memory, MB': describeSpread(libraryRounds.map(({ rss }) => rss / 1e6)),
    }
  })
}

/** The rows, and the subject of each part whose memory is measured for them. */
const COUNTED = [
  { library: 'latchkey', overHttp: 'latchkey', asFunction: 'latchkey' },
  {
    library: 'latchkey',
    variant: CACHED,
    overHttp: `latchkey, ${CACHED}`,
    asFunction: `latchkey, ${CACHED}`,
  },
  {
    library: '@auth/core',
    overHttp: '@auth/core',
    asFunction: "@auth/core, Auth() and json(), as in next-auth's auth()",
  },
  {
    library: 'better-auth',
    overHttp: 'better-auth, SQLite',
    asFunction: 'better-auth, api.getSession, SQLite',
  },
  { library: 'baseline', overHttp: 'baseline, a Request and a Response', asFunction: undefined },
] as const

/** Measures the heap that one call allocates, in KB. */
export async function allocation(): Promise<Row[]> {
  const rows: Row[] = []
  for (const { overHttp, asFunction, ...row } of COUNTED) {
    rows.push({
      ...row,
      'Request → Response, KB': await kilobytes('overHttp', overHttp),
      'as a function, KB': asFunction === undefined ? '' : await kilobytes('asFunction', asFunction),
    })
  }
  return rows
}

async function kilobytes(part: string, subject: string): Promise<number> {
  const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128']
  return (await runChild<{ bytes: number }>('children/allocation.ts', [part, subject], flags)).bytes / 1000
}

function describeSpread(rounds: readonly number[]): string {
  return withRange(median(rounds), findRange(rounds))
}

const CONNECTIONS = 50
const SECONDS = 3
const HTTP_ROUNDS = 3

const SERVED = [
  ['latchkey', undefined],
  ['latchkey', CACHED],
  ['@auth/core', undefined],
  ['better-auth', undefined],
  ['baseline', undefined],
] as const

interface Load {
  readonly perSecond: number
  readonly p99: number
  readonly cpu: number
}

/** Measures a Node.js server around each library under load. */
export async function underLoad(): Promise<Row[]> {
  const many = await manyCookies()
  const loads = new Map<(typeof SERVED)[number], Load[]>(SERVED.map((served) => [served, []]))
  for (let round = 0; round < HTTP_ROUNDS; round++) {
    for (const served of shuffled(SERVED)) loads.get(served)?.push(await load(served[0], served[1], many))
  }
  const latchkeyCpu = median(loads.get(SERVED[0])?.map(({ cpu }) => cpu) ?? [])
  return SERVED.map((served) => {
    const [library, variant] = served
    const rounds = loads.get(served) ?? []
    const cpu = median(rounds.map((round) => round.cpu))
    return {
      library,
      variant,
      'requests per second': describeSpread(rounds.map(({ perSecond }) => Math.round(perSecond))),
      'p99, ms': describeSpread(rounds.map(({ p99 }) => p99)),
      'CPU of the server, µs per request': describeSpread(rounds.map((round) => round.cpu)),
      'vs. Latchkey':
        cpu === latchkeyCpu ? '' : `${(cpu / latchkeyCpu).toPrecision(cpu < latchkeyCpu * 10 ? 2 : 3)} ×`,
    }
  })
}

async function load(library: Library, variant: string | undefined, many: readonly string[]): Promise<Load> {
  const server = fork(fileURLToPath(new URL('../children/serve.ts', import.meta.url)), [library], {
    execArgv: ['--no-warnings'],
  })
  const nextMessage = <T>(): Promise<T> =>
    new Promise((resolve) => server.once('message', (message) => resolve(message as T)))
  try {
    const { url, cookie } = await nextMessage<{ url: string; cookie: string }>()
    const cookies = library === 'latchkey' && variant === undefined ? many : [cookie]
    await sendRequests(url, cookies, 1)
    const before = nextMessage<NodeJS.CpuUsage>()
    server.send('cpu')
    const { user, system } = await before
    const { requests, latency, non2xx, errors, mismatches } = await sendRequests(url, cookies, SECONDS)
    const failed = non2xx + errors + mismatches
    if (failed > 0) throw new Error(`${library} failed ${failed} times under load.`)
    const after = nextMessage<NodeJS.CpuUsage>()
    server.send('cpu')
    const used = await after
    return {
      perSecond: requests.average,
      p99: latency.p99,
      cpu: (used.user + used.system - user - system) / requests.total,
    }
  } finally {
    server.disconnect()
  }
}

/** Sends the cookies in turn, and checks each response. */
function sendRequests(
  url: string,
  cookies: readonly string[],
  duration: number,
): ReturnType<typeof autocannon> {
  let next = 0
  const cookie = (): Record<string, string> => ({ cookie: cookies[next++ % cookies.length] ?? '' })
  return autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    setupClient(client) {
      client.setHeaders(cookie())
      client.on('response', () => client.setHeaders(cookie()))
    },
    verifyBody: (body) => body.includes(ANN.email),
  })
}
