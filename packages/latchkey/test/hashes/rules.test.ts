import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { customFetch } from 'latchkey'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PasswordRejected } from '../../src/errors/passwords.ts'
import type { PasswordOwner } from '../../src/passwords/rules.ts'
import { checkRules, passwordLengths } from '../../src/passwords/rules.ts'
import type { RulesContext } from '../../src/passwords/rules-context.ts'
import type { PasswordRules } from '../../src/types/passwords.ts'
import type { SecurityEvent } from '../../src/types/security-events.ts'

const GOOD = 'vague otter plays chess'
const BREACHED = 'trombone cellar 1989 fog'

const events: SecurityEvent[] = []
const requests: { readonly path: string; readonly padding: unknown }[] = []
let respond: 'list' | 'error' | 'nothing' = 'list'
let service = ''

/** A server with the format of Pwned Passwords, whose list is padded with entries that count 0. */
const server = createServer((request, response) => {
  requests.push({ path: request.url ?? '', padding: request.headers['add-padding'] })
  if (respond === 'nothing') return
  if (respond === 'error') return void response.writeHead(503).end()
  const [breached = '', padding = ''] = [BREACHED, GOOD].map(sha1)
  const lines = [`${breached.slice(5)}:12`, `${padding.slice(5)}:0`, `${'0'.repeat(34)}1:3`]
  response.end(lines.join('\r\n'))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  events.length = 0
  requests.length = 0
  respond = 'list'
})

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex').toUpperCase()
}

const toService: typeof fetch = (url, init) => fetch(String(url).replace(/^https:\/\/[^/]+/, service), init)

/** Returns why a password is rejected, or `undefined`. */
async function reasonFor(
  password: string,
  { rules = {}, owner = {} }: { rules?: PasswordRules; owner?: PasswordOwner } = {},
): Promise<string | undefined> {
  const ctx = {
    auth: {
      events: { security: (event: SecurityEvent) => void events.push(event) },
      session: { keepsFacts: false },
      limits: {},
      logger: { debug() {} },
      now: Date.now,
      fetch,
    },
    base: { origin: 'https://shop.acme-widgets.example' },
    // Only what rules read.
  } as unknown as RulesContext
  const all = { breached: false, [customFetch]: toService, ...rules } as const
  return checkRules(ctx, all, password, owner).then(
    () => undefined,
    (error: PasswordRejected) => error.reason,
  )
}

describe('the length', () => {
  it.each([
    ['fourteen chars', 'short'],
    ['fifteen of them', undefined],
    ['\u{1F511}'.repeat(8), 'short'],
    [`${'vague otter '.repeat(100)}`, 'long'],
  ])('of "%s" is counted in code points', async (password, reason) => {
    expect(await reasonFor(password)).toBe(reason)
  })

  it('can be shorter where a second factor is required', () => {
    const lengths = (secondFactor: object) => passwordLengths({ auth: { secondFactor } } as RulesContext, {})
    expect(lengths({})).toEqual({ min: 15, max: 1024 })
    expect(lengths({ require: () => true })).toEqual({ min: 8, max: 1024 })
  })

  it('can be shorter by option', async () => {
    expect(await reasonFor('vg otter', { rules: { minLength: 8 } })).toBeUndefined()
    expect(await reasonFor('vg oter', { rules: { minLength: 8 } })).toBe('short')
  })
})

describe('words that are easy to guess', () => {
  const owner = { email: 'ann.lovelace+news@mail.example', name: 'Ann Lovelace', username: 'countess_ada' }

  it.each([
    'Password1234567!',
    'qwertyqwertyqwerty',
    'aaaaaaaaaaaaaaaa',
    '123456789012345',
    'abababababababab',
  ])('rejects the common password "%s"', async (password) => {
    expect(await reasonFor(password)).toBe('common')
  })

  it.each([
    'ann.lovelace2025',
    'LovelaceLovelace',
    'countess_ada 1815',
    'acme-widgets2025!',
    'Acme Widgets 123',
  ])('rejects "%s", which the user or the site is called', async (password) => {
    expect(await reasonFor(password, { owner })).toBe('contextWord')
  })

  it('rejects words of the option', async () => {
    expect(await reasonFor('Gizmotron3000 gizmotron', { rules: { blocklist: ['gizmotron'] } })).toBe(
      'contextWord',
    )
  })

  it.each([GOOD, 'orange monkey winter guitar', 'ann likes turquoise hats', '734920586120947'])(
    'accepts "%s"',
    async (password) => {
      expect(await reasonFor(password, { owner })).toBeUndefined()
    },
  )
})

describe('a password from a data breach', () => {
  it('is refused by default, and only the start of its hash is sent', async () => {
    expect(await reasonFor(BREACHED, { rules: { breached: undefined } })).toBe('breached')
    expect(requests).toEqual([{ path: `/range/${sha1(BREACHED).slice(0, 5)}`, padding: 'true' }])
  })

  it('is accepted with a security event by option', async () => {
    expect(
      await reasonFor(BREACHED, { rules: { breached: 'warn' }, owner: { userId: 'u1' } }),
    ).toBeUndefined()
    expect(events).toMatchObject([{ type: 'breachedPasswordAccepted', userId: 'u1' }])
  })

  it('is not looked up by option', async () => {
    expect(await reasonFor(BREACHED, { rules: { breached: false } })).toBeUndefined()
    expect(requests).toEqual([])
  })

  it('is not an entry that pads the list', async () => {
    expect(await reasonFor(GOOD, { rules: { breached: 'refuse' } })).toBeUndefined()
    expect(events).toEqual([])
  })

  it.each(['error', 'nothing'] as const)(
    'is accepted with an event if the service sends %s',
    async (kind) => {
      respond = kind
      expect(await reasonFor(BREACHED, { rules: { breached: 'refuse' } })).toBeUndefined()
      expect(events).toMatchObject([{ type: 'breachCheckFailed' }])
      expect(JSON.stringify(events)).not.toContain(sha1(BREACHED).slice(0, 5))
    },
  )
})
