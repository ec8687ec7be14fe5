import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findRange, median } from '../measure.ts'
import { type Row, withRange } from '../report.ts'
import { PASSWORD } from '../subjects/fixtures.ts'

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

/** Measures session checks while many users sign in with a hashed password at the same time. */
export async function parallelSignIns(): Promise<Row[]> {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound())
  const spread = (of: (round: Round) => number): string => {
    const values = rounds.map(of)
    return withRange(median(values), findRange(values))
  }
  return [
    {
      library: 'latchkey',
      variant: 'scrypt',
      'signed in': spread(({ signedIn }) => signedIn),
      'status 503': spread(({ refused }) => refused),
      'all sign-ins, s': spread(({ seconds }) => seconds),
      'session check p99, ms': spread(({ p99 }) => p99),
      'resident memory, MB': spread(({ memory }) => memory),
    },
  ]
}

async function measureRound(): Promise<Round> {
  const server = fork(fileURLToPath(new URL('../children/serve-sign-ins.ts', import.meta.url)), {
    execArgv: ['--no-warnings'],
  })
  try {
    const [{ url, cookie }] = (await once(server, 'message')) as [{ url: string; cookie: string }]
    const start = performance.now()
    const signIns = Promise.all(Array.from({ length: SIGN_INS }, (_, index) => signIn(url, index)))
    let isRunning = true
    const times = checkSessions(url, cookie, () => isRunning)
    const statuses = await signIns
    const seconds = (performance.now() - start) / 1000
    isRunning = false
    const sorted = (await times).sort((a, b) => a - b)
    server.send('memory')
    const [memory] = (await once(server, 'message')) as [number]
    const [signedIn, refused] = [200, 503].map((status) => statuses.filter((each) => each === status).length)
    if (signedIn === undefined || refused === undefined || signedIn + refused !== SIGN_INS)
      throw new Error(`A sign-in failed: ${[...new Set(statuses)].join(', ')}`)
    return { signedIn, refused, seconds, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, memory }
  } finally {
    server.disconnect()
  }
}

/** Returns 200 for a session, and else the status. */
async function signIn(url: string, index: number): Promise<number> {
  const response = await fetch(`${url}/auth/callback/hashed`, {
    method: 'POST',
    headers: { origin: url, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
    body: new URLSearchParams({ email: `user${index}@example.com`, password: PASSWORD }),
  })
  await response.text()
  return response.headers.getSetCookie().some((cookie) => cookie.includes('session-token'))
    ? 200
    : response.status
}

/** Checks a session again and again. Returns how long each check took, in milliseconds. */
async function checkSessions(url: string, cookie: string, isRunning: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (isRunning()) {
    const start = performance.now()
    const response = await fetch(`${url}/auth/session`, { headers: { cookie } })
    if (!(await response.text()).includes('ann@example.com')) throw new Error('The session is missing.')
    times.push(performance.now() - start)
    await wait(PAUSE_MS)
  }
  return times
}
