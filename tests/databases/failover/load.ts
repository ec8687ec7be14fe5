import { setTimeout as delay } from 'node:timers/promises'
import type { RunningApplication } from './running-application.ts'
import { type Observation, SESSION_COOKIE, Visitor } from './visitor.ts'

const READERS = 8
const NEWCOMERS = 4
const INTRUDERS = 3
const LEAVERS = 5
/** Windows in which a link is opened at the same time. */
const WINDOWS = 3
/** Between two requests of a client. */
const PAUSE_MILLISECONDS = 40

/** Requests of twenty clients, and what they found. */
export interface Load {
  readonly observations: readonly Observation[]
  /** What happened and must not, in words. */
  readonly violations: readonly string[]
  /** Runs work while no client signs in or out. */
  quietly<T>(work: () => Promise<T>): Promise<T>
  /** Lets users sign out who signed in earlier, and a new one sign in. */
  signInAndOut(): void
  /** Waits until everything works again. @throws {Error} if it does not within the time */
  untilRecovered(milliseconds: number): Promise<void>
  /** Ends the requests, and checks what must hold afterwards. */
  stop(): Promise<void>
  /** Ends the requests. */
  abandon(): Promise<void>
}

/** What the clients share. */
interface Shared {
  readonly application: RunningApplication
  readonly report: (observation: Observation) => void
  readonly violate: (violation: string) => void
  /** Tokens of sessions that were ended, with a response that says so. */
  readonly ended: string[]
  /** Links, and how often they signed in. */
  readonly links: Map<string, { readonly visitor: Visitor; uses: number }>
  readonly signal: AbortSignal
  /** Resolves when clients may sign in and out. */
  quiet: Promise<void>
  /** Clients that are signing in or out. */
  busy: number
}

/**
 * Signs users in, and starts the requests. Everything works at that time. Resolves when the first
 * users have signed in and out.
 */
export async function startLoad(application: RunningApplication): Promise<Load> {
  const observations: Observation[] = []
  const violations = new Set<string>()
  const end = new AbortController()
  const shared: Shared = {
    application,
    report: (observation) => void observations.push(observation),
    violate: (violation) => void violations.add(violation),
    ended: [],
    links: new Map(),
    signal: end.signal,
    quiet: Promise.resolve(),
    busy: 0,
  }
  const readers = await Promise.all(numbers(READERS).map((number) => signedIn(shared, `reader-${number}`)))
  const leavers = await Promise.all(numbers(LEAVERS).map((number) => signedIn(shared, `leaver-${number}`)))
  const leaving: Promise<unknown>[] = []
  const running = startClients(shared, readers)
  await untilWarm(shared)
  return {
    observations,
    get violations() {
      return [...violations]
    },
    quietly: (work) => quietly(shared, work),
    signInAndOut() {
      // The others may all be busy with a call that takes as long as the fault.
      leaving.push(
        ...leavers.map(({ visitor }) => signOut(shared, visitor)),
        signInAndOut(shared, 'latecomer'),
      )
    },
    untilRecovered: (milliseconds) => untilRecovered(shared, readers, milliseconds),
    async abandon() {
      end.abort()
      await Promise.allSettled([running, ...leaving])
    },
    async stop() {
      end.abort()
      await Promise.all([running, ...leaving])
      await checkAfterwards(shared, readers)
    },
  }
}

/** Resolves when the requests ended. */
function startClients(shared: Shared, readers: readonly SignedInUser[]): Promise<unknown> {
  const running = Promise.all([
    ...readers.map((reader) => repeat(shared, () => readSession(shared, reader))),
    ...numbers(NEWCOMERS).map((client) => {
      let round = 0
      return repeat(shared, () => signInAndOut(shared, `newcomer-${client}-${round++}`))
    }),
    ...numbers(INTRUDERS).map(() => repeat(shared, () => intrude(shared))),
  ])
  // The error is reported to what awaits it later.
  running.catch(() => {})
  return running
}

async function quietly<T>(shared: Shared, work: () => Promise<T>): Promise<T> {
  let resume = (): void => {}
  shared.quiet = new Promise((resolve) => {
    resume = resolve
  })
  while (shared.busy > 0) await delay(5)
  try {
    return await work()
  } finally {
    resume()
  }
}

async function untilRecovered(
  shared: Shared,
  readers: readonly SignedInUser[],
  milliseconds: number,
): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await works(shared, readers))) {
    if (Date.now() > deadline) throw new Error(`It did not recover within ${milliseconds} ms.`)
    await delay(50)
  }
}

/** A user who signed in before anything failed. */
interface SignedInUser {
  readonly email: string
  readonly visitor: Visitor
}

async function untilWarm({ ended, application }: Shared): Promise<void> {
  const deadline = Date.now() + 10_000
  while (ended.length < NEWCOMERS) {
    if (Date.now() > deadline) throw new Error(`No user signed in and out.\n${application.log()}`)
    await delay(20)
  }
}

async function repeat({ signal }: Shared, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work()
    await delay(PAUSE_MILLISECONDS)
  }
}

async function signedIn(shared: Shared, name: string): Promise<SignedInUser> {
  const { application, report } = shared
  const email = createAddress(application, name)
  const visitor = new Visitor(application.origin, report)
  await visitor.requestLink(email)
  const link = application.takeLink(email)
  if (link !== undefined && (await visitor.open(link))) return { email, visitor }
  throw new Error(`A user could not sign in before the fault.\n${application.log()}`)
}

/** A user who is signed in, and must stay so. */
async function readSession({ violate }: Shared, { email, visitor }: SignedInUser): Promise<void> {
  const found = await visitor.read()
  if (found !== 'failure' && found.email !== email)
    violate(`A signed-in user was ${found.email === undefined ? 'signed out' : 'another user'}.`)
  if (visitor.sessionToken === undefined) violate('The cookie of a signed-in user was cleared.')
}

/** A user who signs in with a link, which several windows open, and signs out. */
async function signInAndOut(shared: Shared, name: string): Promise<void> {
  const email = createAddress(shared.application, name)
  await shared.quiet
  shared.busy++
  try {
    const visitor = new Visitor(shared.application.origin, shared.report)
    const isSent = await visitor.requestLink(email)
    const link = shared.application.takeLink(email)
    if (!isSent || link === undefined) return
    shared.links.set(link, { visitor, uses: 0 })
    const windows = await openAtOnce(shared, link, WINDOWS)
    const [signedInWindow] = windows
    if (signedInWindow === undefined) return
    const found = await signedInWindow.read()
    if (found !== 'failure' && found.email !== email)
      shared.violate('A user who had just signed in was signed out, or another user.')
    await signOut(shared, signedInWindow)
  } finally {
    shared.busy--
  }
}

/** Opens a link in several windows. @returns those that signed in */
async function openAtOnce({ links, violate }: Shared, link: string, count: number): Promise<Visitor[]> {
  const known = links.get(link)
  if (known === undefined) return []
  const windows = numbers(count).map(() => known.visitor.copy())
  const isSignedIn = await Promise.all(windows.map((window) => window.open(link)))
  known.uses += isSignedIn.filter(Boolean).length
  if (known.uses > 1) violate('A link signed in more than once.')
  return windows.filter((_, index) => isSignedIn[index])
}

async function signOut({ ended, violate }: Shared, visitor: Visitor): Promise<void> {
  const token = visitor.sessionToken ?? ''
  const isEnded = await visitor.signOut()
  if (visitor.sessionToken !== undefined) violate('A sign-out left the cookie.')
  if (isEnded) ended.push(token)
}

/** A client with a session that ended or never was, or with a link that was used or never was. */
async function intrude({ application, report, ended, links, violate }: Shared): Promise<void> {
  const { origin } = application
  const token = ended.length > 0 && Math.random() < 0.7 ? (sample(ended) as string) : forgedToken()
  const intruder = new Visitor(origin, report)
  intruder.plant(origin, SESSION_COOKIE, token)
  const found = await intruder.read('intrude')
  if (found !== 'failure' && found.email !== undefined)
    violate(`A session that ${ended.includes(token) ? 'was ended' : 'never was'} was accepted.`)
  const used = [...links].filter(([, { uses }]) => uses > 0).map(([link]) => link)
  const visitor = new Visitor(origin, report)
  if (await visitor.open(sample(used) ?? forgedLink(application), 'intrude'))
    violate('A used link signed in.')
  if (await visitor.open(forgedLink(application), 'intrude')) violate('A link that never was signed in.')
}

function forgedToken(): string {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  return `${random}.${Math.floor(Date.now() / 1000)}`
}

function forgedLink(application: RunningApplication): string {
  const [token = ''] = forgedToken().split('.')
  const query = new URLSearchParams({
    callbackUrl: '/',
    token,
    email: createAddress(application, 'reader-0'),
  })
  return `${application.origin}/auth/callback/email?${query}`
}

/** Returns an address that no other application uses: they share a database. */
function createAddress({ origin }: RunningApplication, name: string): string {
  return `${name}@port-${new URL(origin).port}.example.com`
}

/** Returns whether all users have their sessions, and a new one can sign in and out. */
async function works(shared: Shared, readers: readonly SignedInUser[]): Promise<boolean> {
  const found = await Promise.all(readers.map(({ visitor }) => visitor.copy().read()))
  if (found.includes('failure')) return false
  const visitor = new Visitor(shared.application.origin, shared.report)
  const email = createAddress(shared.application, `probe-${crypto.randomUUID()}`)
  if (!(await visitor.requestLink(email))) return false
  return (await visitor.open(shared.application.takeLink(email) ?? '')) && (await visitor.signOut())
}

/** Checks all links and ended sessions, once everything works. */
async function checkAfterwards(shared: Shared, readers: readonly SignedInUser[]): Promise<void> {
  const { application, ended, links, report, violate } = shared
  for (const reader of readers) await readSession(shared, reader)
  for (const [link, { uses }] of links) if (uses === 0) await openAtOnce(shared, link, WINDOWS)
  for (const link of links.keys()) await openAtOnce(shared, link, 1)
  for (const token of ended) {
    const copy = new Visitor(application.origin, report)
    copy.plant(application.origin, SESSION_COOKIE, token)
    const found = await copy.read('intrude')
    if (found === 'failure' || found.email !== undefined) violate('An ended session works afterwards.')
  }
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}

function sample<T>(values: readonly T[]): T | undefined {
  return values[Math.floor(Math.random() * values.length)]
}
