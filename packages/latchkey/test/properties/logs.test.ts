import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import {
  AccessDenied,
  AdapterError,
  AuthError,
  CallbackRouteError,
  CredentialsSignin,
  OAuthCallbackError,
} from '../../src/entry/errors.ts'
import { createAuth } from '../../src/entry/index.ts'
import { resolveLogger } from '../../src/log/logger.ts'
import { asHeader, hostileText, joinedText } from './hostile.ts'
import { holdsFor } from './runs.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const text = fc.oneof(
  hostileText,
  joinedText([
    '[latchkey] AccessDenied: forged',
    '\n',
    '\r',
    '\n    at forged (file:///forged.js:1:1)',
    'Error: ',
    '\u001b[2J',
    '\u009b2J',
    '\u2028',
    'a',
    ' ',
  ]),
)
const errors = fc.constantFrom(
  AccessDenied,
  AdapterError,
  AuthError,
  CallbackRouteError,
  CredentialsSignin,
  OAuthCallbackError,
)
const deep = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.bigInt(),
    fc.constant(undefined),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
})).value

/** Records console output. Returns a function that returns the lines since its last call. */
function recordConsole(): () => string[] {
  const spies = (['error', 'warn', 'log'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  )
  return () => {
    const written = spies.flatMap(({ mock }) => mock.calls.map((call) => call.map(String).join(' ')))
    for (const spy of spies) spy.mockClear()
    return written
  }
}

/**
 * Asserts that an entry is one line with Latchkey's prefix, at most one line with the message of
 * the cause, and stack frames below. It must contain nothing that a terminal or a log viewer reads
 * as more.
 */
function expectEntry(entry: string): void {
  const [first = '', ...others] = entry.split('\n')
  expect(first).toMatch(/^\[latchkey\] (?:[A-Za-z]+: |cookie_set |authorize-threw )/)
  const frames = /^[A-Za-z]*Error: /.test(others[0] ?? '') ? others.slice(1) : others
  for (const frame of frames) expect(frame).toMatch(/^ {4}at /)
  expect(entry.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
}

// proves P-LG-2
it('every error is logged as one entry that its message cannot forge', async () => {
  const written = recordConsole()
  const logger = resolveLogger({ providers: [] })
  await holdsFor(
    fc.record({
      type: errors,
      message: text,
      reason: fc.option(text),
      facts: fc.dictionary(text, deep, { maxKeys: 3 }),
      details: fc.array(deep, { maxLength: 2 }),
    }),
    async ({ type, message, reason, facts, details }) => {
      const error = new type(message, {
        cause: { ...facts, ...(reason !== null && { err: new Error(reason) }) },
      })
      logger.error(error, ...details)
      const entries = written()
      expect(entries).toHaveLength(1)
      expectEntry(entries[0] ?? '')
      expect(entries[0]).toContain(`[latchkey] ${error.name}: `)
      for (const frame of entries[0]?.split('\n').filter((line) => line.startsWith('    at ')) ?? [])
        expect(frame).not.toContain('forged')
      return entries[0]?.includes('\n') ? 'with frames' : 'one line'
    },
    { share: 0.3, outcomes: ['with frames', 'one line'] },
  )
})

// proves P-LG-2
it('every request is logged in entries that its content cannot forge', async () => {
  const written = recordConsole()
  const authorize = ({ email }: Record<string, unknown>): never => {
    throw new Error(`unknown user ${email}`)
  }
  const { handle } = createAuth({
    secret: 'x'.repeat(32),
    baseUrl: 'https://app.test',
    debug: true,
    providers: [{ id: 'password', name: 'Password', type: 'credentials', credentials: {}, authorize }],
  })
  // The first request logs the warnings of the configuration.
  await handle(new Request('https://app.test/auth/csrf'))
  written()
  const path = fc.oneof(
    fc.constantFrom('callback/password', 'callback/unknown', 'signin', 'unknown'),
    joinedText(['callback', '/', '%0d%0a', '%1b', 'password'], 4),
  )
  await holdsFor(
    fc.tuple(path, text, text, fc.constantFrom('GET', 'POST', 'PUT')),
    async ([action, email, type, method]) => {
      const url = `https://app.test/auth/${action}`
      if (!URL.canParse(url)) return 'no URL'
      const headers = {
        'content-type': asHeader(type) || 'application/json',
        'sec-fetch-site': 'same-origin',
      }
      await handle(
        new Request(url, {
          method,
          headers:
            method === 'POST' && type.length % 2
              ? headers
              : { ...headers, 'content-type': 'application/json' },
          body: method === 'GET' ? null : JSON.stringify({ email }),
        }),
      )
      const entries = written()
      for (const entry of entries) expectEntry(entry)
      return entries.length > 0 ? 'logged' : 'not logged'
    },
    { share: 0.3, outcomes: ['logged'] },
  )
})
