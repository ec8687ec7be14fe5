import { Auth, type AuthConfig, type EmailConfig, type JWTCallbackParams, memoryStore } from 'latchkey'
import { refreshOnce } from 'latchkey/refresh'
import { type Habits, type VisibleDatabase, visibleDatabase } from './database.ts'
import { callbacksOf, credentials, oauth, oidc, optionsOf, providersOf } from './profiles.ts'

/**
 * Latchkey as the attack battery wants to have it mounted. Every request gets a configuration object of its own, as from a function that makes one.
 */
export const name = 'latchkey'
/** Tokens that a case forges are sealed as we seal them, or they would attack nothing. */
export const hkdfInfo = (salt: string): string => `Auth.js Generated Encryption Key (${salt})`

const SECRET = 'correct-horse-battery-staple-0123456789abcdef'
const OLD_SECRET = 'old-secret-old-secret-old-secret-old-secret-1'
const ONE_YEAR = 365 * 24 * 60 * 60
const HOSTS: Readonly<Record<string, string>> = {
  proxy: 'https://proxy.example',
  preview: 'https://preview-1.example',
  http: 'http://app.example',
}

export interface Wishes {
  readonly db?: Habits
  /** The mail server is down. */
  readonly mailFail?: boolean
}

/** What the battery holds on to. */
export interface Target extends Omit<Watcher, 'events' | 'logger' | 'onAuthorize' | 'refreshing'> {
  readonly handler: (request: Request) => Promise<Response>
  readonly db: VisibleDatabase | undefined
  readonly origin: string
  readonly base: string
  /** Names of the cookies. */
  readonly C: Readonly<Record<string, string>>
  readonly secret: string
  readonly oldSecret: string
  readonly cfg: AuthConfig
}

/** @param profile words joined by "+" */
export function makeApp(profile: string, wishes: Wishes = {}): Target {
  const words = profile.split('+')
  const origin = HOSTS[words.find((word) => word in HOSTS) ?? ''] ?? 'https://app.example'
  const seen = watch()
  const db = words.some((word) => ['db', 'dbjwt', 'webauthn', 'webauthnoff'].includes(word))
    ? visibleDatabase(wishes.db)
    : undefined
  const cfg = configuration(words, origin, seen, db, wishes)
  const cookies = cookieNames(origin.startsWith('https:'))
  const handler = async (request: Request): Promise<Response> => {
    const response = await Auth(request, { ...cfg })
    cookies.noteTransaction(response)
    return response
  }
  return {
    ...seen,
    handler,
    db,
    origin,
    base: cfg.basePath ?? '',
    C: cookies.names,
    secret: SECRET,
    oldSecret: OLD_SECRET,
    cfg,
  }
}

function configuration(
  words: readonly string[],
  origin: string,
  seen: Watcher,
  db: VisibleDatabase | undefined,
  wishes: Wishes,
): AuthConfig {
  const surroundings = { secret: SECRET, oldSecret: OLD_SECRET, origin }
  const isDebug = words.includes('debug')
  const mail = mailProvider(seen, wishes)
  const own = words.flatMap((word) => providersOf[word]?.() ?? [])
  const basic = [oidc('oidc'), oidc('oidcfull'), oidc('oidc2'), oauth('oauth'), oauth('oauthstate')]
  return Object.assign(
    {
      secret: SECRET,
      // What one case tries does not count for the next.
      store: memoryStore(),
      session: { absoluteMaxAge: ONE_YEAR },
      trustHost: true,
      basePath: '/auth',
      debug: isDebug,
      logger: seen.logger(isDebug),
      events: seen.events,
      providers: [...basic, credentials(seen), ...own, ...(db ? [mail, { ...mail, id: 'email2' }] : [])],
      adapter: db?.adapter,
      callbacks: Object.assign(
        {},
        ...words.map((word) => (word === 'refresh' ? { jwt: seen.refreshing } : callbacksOf[word]?.())),
      ),
    },
    ...words.map((word) => optionsOf[word]?.(surroundings)),
  )
}

function mailProvider({ mails }: Watcher, { mailFail }: Wishes): EmailConfig {
  return {
    id: 'email',
    name: 'Email',
    type: 'email',
    from: 'no-reply@app.example',
    sendVerificationRequest({ identifier, url, token, expires }) {
      mails.push({ to: identifier, url, token, expires })
      if (mailFail) throw new Error('SMTP down')
    },
  }
}

type Watcher = ReturnType<typeof watch>

/** Notes everything that an application would see, so that a case can ask for it. */
function watch() {
  const logs: string[] = []
  const mails: { to: string; url: string; token: string; expires: Date }[] = []
  const counters = { authorize: 0, refresh: 0, events: [] as string[] }
  const seenCreds: object[] = []
  const write =
    (level: string) =>
    (...entries: unknown[]): void => {
      logs.push([level, ...entries.map(asText)].join(' '))
    }
  const note = (event: string) => () => counters.events.push(event)
  return {
    logs,
    mails,
    counters,
    seenCreds,
    logger: (isDebug: boolean) => ({
      error: write('error'),
      warn: write('warn'),
      ...(isDebug && { debug: write('debug') }),
    }),
    events: Object.fromEntries(
      ['signIn', 'signOut', 'createUser', 'linkAccount'].map((event) => [event, note(event)]),
    ),
    onAuthorize(given: object): void {
      counters.authorize++
      seenCreds.push(given)
    },
    refreshing: refreshing(counters),
  }
}

/** A callback that renews a token which the provider takes only once. */
function refreshing(counters: { refresh: number }) {
  let current = 0
  return async ({ token, account }: JWTCallbackParams) => {
    if (account) return { ...token, rt: 0 }
    const renewed = await refreshOnce(`refresh token ${token.rt}`, async () => {
      counters.refresh++
      await new Promise((resolve) => setTimeout(resolve, 20))
      return token.rt === current ? { rt: ++current } : { error: 'invalid_grant' }
    })
    return { ...token, ...renewed }
  }
}

function asText(entry: unknown): string {
  if (typeof entry === 'string') return entry
  if (entry instanceof Error)
    return `${entry.name}: ${entry.message}\n${entry.stack}\n${asText(entry.cause ?? '')}`
  return JSON.stringify(entry, (_, value: unknown) => (value instanceof Error ? asText(value) : value)) ?? ''
}

/**
 * The names of the cookies. One sealed cookie, named by its state, stands for state, verifier and nonce: the case is told the one that was set last.
 */
function cookieNames(isSecure: boolean) {
  const named = (prefix: string, rest: string): string => `${isSecure ? prefix : ''}latchkey.${rest}`
  const transaction = named('__Host-', 'transaction')
  let latest = transaction
  const names = {
    plainSession: 'latchkey.session-token',
    plainCsrf: 'latchkey.csrf-token',
    session: named('__Secure-', 'session-token'),
    callback: named('__Host-', 'callback-url'),
    csrf: named('__Host-', 'csrf-token'),
    challenge: named('__Host-', 'challenge'),
    get pkce() {
      return latest
    },
    get state() {
      return latest
    },
    get nonce() {
      return latest
    },
  }
  const noteTransaction = (response: Response): void => {
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';', 1)
      if (pair.startsWith(`${transaction}.`) && !pair.endsWith('=')) latest = pair.slice(0, pair.indexOf('='))
    }
  }
  return { names, noteTransaction }
}
