import { Auth, type AuthConfig, type EmailConfig, type JWTCallbackParams, memoryStore } from 'latchkey'
import { refreshOnce } from 'latchkey/refresh'
import { type DatabaseFaults, type VisibleDatabase, visibleDatabase } from './database.ts'
import { callbacksOf, credentials, oauth, oidc, optionsOf, providersOf } from './profiles.ts'

const SECRET = 'correct-horse-battery-staple-0123456789abcdef'
const OLD_SECRET = 'old-secret-old-secret-old-secret-old-secret-1'
const ONE_YEAR = 365 * 24 * 60 * 60
const HOSTS: Readonly<Record<string, string>> = {
  proxy: 'https://proxy.example',
  preview: 'https://preview-1.example',
  http: 'http://app.example',
}

const WORDS = [
  'jwt',
  'db',
  'debug',
  'refresh',
  ...[HOSTS, providersOf, optionsOf, callbacksOf].flatMap((table) => Object.keys(table)),
]

export interface TargetOptions {
  readonly database?: DatabaseFaults
  /** Makes sending e-mails fail. */
  readonly mailFail?: boolean
}

/** The application that the cases attack, and what they can see of it. */
export interface Target extends Omit<Recorder, 'logger' | 'onAuthorize' | 'refreshing'> {
  readonly handler: (request: Request) => Promise<Response>
  readonly database: VisibleDatabase | undefined
  readonly origin: string
  readonly basePath: string
  /** Cookie names. */
  readonly cookies: ReturnType<typeof cookieNames>['names']
  readonly secret: string
  readonly oldSecret: string
  readonly config: AuthConfig
}

/**
 * Creates an application with Latchkey. Each request gets its own configuration object, as from a
 * function that creates one.
 *
 * @param profile words joined by "+"
 */
export function createTarget(profile: string, options: TargetOptions = {}): Target {
  const words = profile.split('+')
  const unknown = words.find((word) => !WORDS.includes(word))
  if (unknown !== undefined) throw new Error(`The profile "${profile}" has the unknown word "${unknown}".`)
  const origin = HOSTS[words.find((word) => word in HOSTS) ?? ''] ?? 'https://app.example'
  const recorder = createRecorder()
  const database = words.some((word) => ['db', 'dbjwt', 'webauthn'].includes(word))
    ? visibleDatabase(options.database)
    : undefined
  const config = configuration(words, origin, recorder, database, options)
  const cookies = cookieNames(origin.startsWith('https:'))
  const handler = async (request: Request): Promise<Response> => {
    const response = await Auth(request, { ...config, providers: providersFor(request, config) })
    cookies.recordTransaction(response)
    return response
  }
  return {
    ...recorder,
    handler,
    database,
    origin,
    basePath: config.basePath ?? '',
    cookies: cookies.names,
    secret: SECRET,
    oldSecret: OLD_SECRET,
    config,
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
  database: VisibleDatabase | undefined,
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
      providers: [
        ...commonProviders,
        credentials(recorder),
        ...profileProviders,
        ...(database ? [mail, { ...mail, id: 'email2' }] : []),
      ],
      adapter: database?.adapter,
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
  const calls = { authorize: 0, refresh: 0 }
  const receivedCredentials: object[] = []
  const write =
    (level: string) =>
    (...entries: unknown[]): void => {
      logs.push([level, ...entries.map(asText)].join(' '))
    }
  return {
    logs,
    mails,
    calls,
    receivedCredentials,
    logger: (isDebug: boolean) => ({
      error: write('error'),
      warn: write('warn'),
      ...(isDebug && { debug: write('debug') }),
    }),
    onAuthorize(given: object): void {
      calls.authorize++
      receivedCredentials.push(given)
    },
    refreshing: refreshing(calls),
  }
}

/** Creates a callback that refreshes a token which the provider accepts only once. */
function refreshing(calls: { refresh: number }) {
  let current = 0
  return async ({ token, account }: JWTCallbackParams) => {
    if (account) return { ...token, rt: 0 }
    const renewed = await refreshOnce(`refresh token ${token.rt}`, async () => {
      calls.refresh++
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
 * Returns the cookie names. A sealed cookie for each sign-in contains its state, verifier and nonce;
 * `transaction` is the name of the one that was set last.
 */
function cookieNames(isSecure: boolean) {
  const toName = (prefix: string, rest: string): string => `${isSecure ? prefix : ''}latchkey.${rest}`
  const transaction = toName('__Host-', 'transaction')
  let latest = transaction
  const names = {
    session: toName('__Secure-', 'session-token'),
    sessionOverHttp: 'latchkey.session-token',
    callbackUrl: toName('__Host-', 'callback-url'),
    csrf: toName('__Host-', 'csrf-token'),
    challenge: toName('__Host-', 'challenge'),
    get transaction() {
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
