import { Auth, type AuthConfig, type EmailConfig, type JWTCallbackParams, memoryStore } from 'latchkey'
import { refreshOnce } from 'latchkey/refresh'
import { type DatabaseFaults, type VisibleDatabase, visibleDatabase } from './database.ts'
import { callbacksOf, credentials, oauth, oidc, optionsOf, providersOf } from './profiles.ts'

/**
 * Mounts Latchkey as the attack battery expects it. Each request gets its own configuration object,
 * as from a function that creates one.
 */
export const name = 'latchkey'
/**
 * Forged tokens must be sealed as Latchkey seals them, or the attack would not reach its target.
 */
export const hkdfInfo = (salt: string): string => `Auth.js Generated Encryption Key (${salt})`

const SECRET = 'correct-horse-battery-staple-0123456789abcdef'
const OLD_SECRET = 'old-secret-old-secret-old-secret-old-secret-1'
const ONE_YEAR = 365 * 24 * 60 * 60
const HOSTS: Readonly<Record<string, string>> = {
  proxy: 'https://proxy.example',
  preview: 'https://preview-1.example',
  http: 'http://app.example',
}

export interface TargetOptions {
  readonly db?: DatabaseFaults
  /** Makes sending e-mails fail. */
  readonly mailFail?: boolean
}

/** The interface that the battery uses. */
export interface Target extends Omit<Recorder, 'events' | 'logger' | 'onAuthorize' | 'refreshing'> {
  readonly handler: (request: Request) => Promise<Response>
  readonly db: VisibleDatabase | undefined
  readonly origin: string
  readonly base: string
  /** Cookie names. */
  readonly C: Readonly<Record<string, string>>
  readonly secret: string
  readonly oldSecret: string
  readonly cfg: AuthConfig
}

/** @param profile words joined by "+" */
export function makeApp(profile: string, options: TargetOptions = {}): Target {
  const words = profile.split('+')
  const origin = HOSTS[words.find((word) => word in HOSTS) ?? ''] ?? 'https://app.example'
  const recorder = createRecorder()
  const db = words.some((word) => ['db', 'dbjwt', 'webauthn', 'webauthnoff'].includes(word))
    ? visibleDatabase(options.db)
    : undefined
  const cfg = configuration(words, origin, recorder, db, options)
  const cookies = cookieNames(origin.startsWith('https:'))
  const handler = async (request: Request): Promise<Response> => {
    const response = await Auth(request, { ...cfg, providers: providersFor(request, cfg) })
    cookies.recordTransaction(response)
    return response
  }
  return {
    ...recorder,
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

/** The addresses with which cases set up passkeys, before the attack or as its control. */
const WITH_PASSKEY = ['pk@users.example', 'other@users.example']

/**
 * Returns the providers. Cases that need a passkey register it without a session, which only the
 * option `anyone` allows; all other requests meet the default.
 */
function providersFor({ url }: Request, { providers }: AuthConfig): AuthConfig['providers'] {
  if (!WITH_PASSKEY.includes(new URL(url).searchParams.get('email') ?? '')) return providers
  const open = { registration: 'anyone' } as const
  return providers.map((provider) =>
    'type' in provider && provider.type === 'webauthn'
      ? { ...provider, options: { ...provider.options, ...open } }
      : provider,
  )
}

function configuration(
  words: readonly string[],
  origin: string,
  recorder: Recorder,
  db: VisibleDatabase | undefined,
  options: TargetOptions,
): AuthConfig {
  const context = { secret: SECRET, oldSecret: OLD_SECRET, origin }
  const isDebug = words.includes('debug')
  const mail = mailProvider(recorder, options)
  const profileProviders = words.flatMap((word) => providersOf[word]?.() ?? [])
  const commonProviders = [oidc('oidc'), oidc('oidcfull'), oidc('oidc2'), oauth('oauth'), oauth('oauthstate')]
  return Object.assign(
    {
      secret: SECRET,
      // A store of its own: attempts of one case must not count for the next.
      store: memoryStore(),
      session: { absoluteMaxAge: ONE_YEAR },
      trustHost: true,
      basePath: '/auth',
      debug: isDebug,
      logger: recorder.logger(isDebug),
      events: recorder.events,
      providers: [
        ...commonProviders,
        credentials(recorder),
        ...profileProviders,
        ...(db ? [mail, { ...mail, id: 'email2' }] : []),
      ],
      adapter: db?.adapter,
      callbacks: Object.assign(
        {},
        ...words.map((word) => (word === 'refresh' ? { jwt: recorder.refreshing } : callbacksOf[word]?.())),
      ),
    },
    ...words.map((word) => optionsOf[word]?.(context)),
  )
}

function mailProvider({ mails }: Recorder, { mailFail }: TargetOptions): EmailConfig {
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

type Recorder = ReturnType<typeof createRecorder>

/** Records everything that an application would see, for the cases to check. */
function createRecorder() {
  const logs: string[] = []
  const mails: { to: string; url: string; token: string; expires: Date }[] = []
  const counters = { authorize: 0, refresh: 0, events: [] as string[] }
  const seenCreds: object[] = []
  const write =
    (level: string) =>
    (...entries: unknown[]): void => {
      logs.push([level, ...entries.map(asText)].join(' '))
    }
  const record = (event: string) => () => counters.events.push(event)
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
      ['signIn', 'signOut', 'createUser', 'linkAccount'].map((event) => [event, record(event)]),
    ),
    onAuthorize(given: object): void {
      counters.authorize++
      seenCreds.push(given)
    },
    refreshing: refreshing(counters),
  }
}

/** Creates a callback that refreshes a token which the provider accepts only once. */
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
 * Returns the cookie names. One sealed cookie, named by its state, contains state, verifier and
 * nonce. The names of all three are that of the cookie that was set last.
 */
function cookieNames(isSecure: boolean) {
  const nameOf = (prefix: string, rest: string): string => `${isSecure ? prefix : ''}latchkey.${rest}`
  const transaction = nameOf('__Host-', 'transaction')
  let latest = transaction
  const names = {
    plainSession: 'latchkey.session-token',
    plainCsrf: 'latchkey.csrf-token',
    session: nameOf('__Secure-', 'session-token'),
    callback: nameOf('__Host-', 'callback-url'),
    csrf: nameOf('__Host-', 'csrf-token'),
    challenge: nameOf('__Host-', 'challenge'),
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
  const recordTransaction = (response: Response): void => {
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';', 1)
      if (pair.startsWith(`${transaction}.`) && !pair.endsWith('=')) latest = pair.slice(0, pair.indexOf('='))
    }
  }
  return { names, recordTransaction }
}
