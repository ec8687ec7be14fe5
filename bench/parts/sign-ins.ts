import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runChild } from '../child.ts'
import { findRange, median } from '../measure.ts'
import { type Row, withRange } from '../report.ts'

const ROUNDS = 5
const SIGN_INS = 200
/** Between the ends of a session check and the start of the next. */
const PAUSE_MS = 2

interface Round {
  readonly signedIn: number
  readonly refused: number
  readonly seconds: number
  readonly p99: number
  readonly memory: number
}

/** The providers, by their ids. */
const VARIANTS = { password: '`Password`, Argon2id', credentials: '`verifyPassword`, scrypt' } as const
type Provider = keyof typeof VARIANTS

/** Measures session checks while many users sign in with a hashed password at the same time. */
export async function parallelSignIns(): Promise<Row[]> {
  return [await measureProvider('password'), await measureProvider('credentials')]
}

async function measureProvider(provider: Provider): Promise<Row> {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(provider))
  const spread = (of: (round: Round) => number): string => {
    const values = rounds.map(of)
    return withRange(median(values), findRange(values))
  }
  return {
    library: 'latchkey',
    variant: VARIANTS[provider],
    'signed in': spread(({ signedIn }) => signedIn),
    'status 503': spread(({ refused }) => refused),
    'all sign-ins, s': spread(({ seconds }) => seconds),
    'session check p99, ms': spread(({ p99 }) => p99),
    'resident memory, MB': spread(({ memory }) => memory),
  }
}

interface Sent {
  readonly statuses: readonly number[]
  /** In milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
}

async function measureRound(provider: Provider): Promise<Round> {
  const server = fork(fileURLToPath(new URL('../children/serve-sign-ins.ts', import.meta.url)), [provider], {
    execArgv: ['--no-warnings'],
  })
  try {
    const [{ url, cookie }] = (await once(server, 'message')) as [{ url: string; cookie: string }]
    // In another process, whose own work would otherwise count as the server's.
    const sent = runChild<Sent>('children/send-sign-ins.ts', [
      `${url}/auth/callback/${provider}`,
      String(SIGN_INS),
    ])
    let isRunning = true
    const checks = checkSessions(url, cookie, () => isRunning)
    const { statuses, startedAt, endedAt } = await sent
    isRunning = false
    const during = (await checks).filter(({ at }) => at >= startedAt && at <= endedAt)
    const sorted = during.map(({ took }) => took).sort((a, b) => a - b)
    server.send('memory')
    const [memory] = (await once(server, 'message')) as [number]
    const countOf = (status: number): number => statuses.filter((each) => each === status).length
    const [signedIn, refused] = [countOf(200), countOf(503)]
    if (signedIn + refused !== SIGN_INS)
      throw new Error(`A sign-in failed: ${[...new Set(statuses)].join(', ')}`)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
    return { signedIn, refused, seconds: (endedAt - startedAt) / 1000, p99, memory }
  } finally {
    server.disconnect()
  }
}

/** A session check: when it started, and how long it took, in milliseconds. */
interface Check {
  readonly at: number
  readonly took: number
}

/** Checks a session again and again. */
async function checkSessions(url: string, cookie: string, isRunning: () => boolean): Promise<Check[]> {
  const checks: Check[] = []
  while (isRunning()) {
    const [at, start] = [Date.now(), performance.now()]
    const response = await fetch(`${url}/auth/session`, { headers: { cookie } })
    if (!(await response.text()).includes('ann@example.com')) throw new Error('The session is missing.')
    checks.push({ at, took: performance.now() - start })
    await wait(PAUSE_MS)
  }
  return checks
}
