import { afterEach, describe, expect, it, vi } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/callbacks.ts'
import { CredentialsSignin } from '../errors/credentials.ts'
import { JWTSessionError } from '../errors/session.ts'
import { AccessDenied, OAuthCallbackError } from '../errors/sign-in.ts'
import type { AuthConfig, LoggerInstance } from '../types/config.ts'
import { resolveLogger, warnOnce } from './logger.ts'
import { describe as describeValue, oneLine, redact } from './redact.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function consoleText(level: 'error' | 'warn' | 'log'): () => string {
  const spy = vi.spyOn(console, level).mockImplementation(() => {})
  return () => spy.mock.calls.map((call) => call.join(' ')).join('\n')
}

const config = (options: Partial<AuthConfig> = {}): AuthConfig => ({ providers: [], ...options })

class TooManyAttempts extends CredentialsSignin {
  override code = 'too-many-attempts'
}

describe('the console logger', () => {
  // proves CFG-22, ERR-5, §6.4
  it('writes an error with its cause and the place where it happened', () => {
    const text = consoleText('error')
    const error = new CallbackRouteError('Signing in failed: down', {
      cause: { err: new Error('down'), provider: 'idp' },
    })
    resolveLogger(config()).error(error, { reference: '01234567' })
    const [message, place] = text().split('\n')
    expect(message).toBe(
      '[latchkey] CallbackRouteError: Signing in failed: down {"provider":"idp"} {"reference":"01234567"}',
    )
    expect(place).toMatch(/^ {4}at .*logger\.test/)
  })

  // proves ERR-5, §6.4
  it('writes the message of the cause if the error does not contain it', () => {
    const text = consoleText('error')
    resolveLogger(config()).error(
      new AuthError('It failed', { cause: { err: new TypeError('down\nforged') } }),
    )
    expect(text()).toMatch(/^\[latchkey\] AuthError: It failed\nTypeError: down forged\n {4}at /)
  })

  // proves §6.4
  it('writes an error that is not an AuthError with its name', () => {
    const text = consoleText('error')
    resolveLogger(config()).error(new RangeError('too far'))
    expect(text()).toMatch(/^\[latchkey\] RangeError: too far\n {4}at .*logger\.test/)
  })

  it('shows bundled files in stack frames, but no secret', () => {
    const text = consoleText('error')
    const secret = 'q-W_'.repeat(12)
    const hash = '0123456789abcdef'.repeat(2)
    const files = [
      'node_modules_next_dist_esm_build_templates_app-route_ts_1b2c3d4e._.js:12:345',
      `${hash}.mjs:1:2`,
      `chunk-with-a-name-as-long-as-a-random-token-${hash}.server.ts:3:4`,
    ]
    const others = [`${secret} (/app/a.js:1:2)`, `Object.${hash} (/app/b.js:1:2)`, `load (/app/${secret})`]
    const error = new RangeError('too far')
    error.stack = [
      'RangeError: too far',
      ...files.map((file) => `    at GET (/app/.next/server/chunks/${file})`),
      ...others.map((frame) => `    at ${frame}`),
    ].join('\n')
    resolveLogger(config()).error(error)
    for (const file of files) expect(text()).toContain(`    at GET (/app/.next/server/chunks/${file})`)
    expect(text()).not.toContain(secret)
    expect(text()).not.toContain(`Object.${hash}`)
    expect(redact(`secret ${secret} and ${secret}.js, ${hash}. key-${hash}`)).toBe(
      'secret [redacted] and [redacted].js, [redacted]. key-[redacted]',
    )
  })

  // proves P-LG-2
  it('writes a message on one line', () => {
    const text = consoleText('error')
    resolveLogger(config()).error(new OAuthCallbackError('x\n[latchkey] AccessDenied: forged \u001b[31m'))
    expect(text()).toBe('[latchkey] OAuthCallbackError: x [latchkey] AccessDenied: forged  [31m')
  })

  // proves P-LG-2
  it('does not write a line of a message as a line of the stack', () => {
    const text = consoleText('error')
    const forged = 'x\n    at admin (/forged.js:1:1)\n[latchkey] AccessDenied: forged'
    resolveLogger(config()).error(new AuthError(forged))
    resolveLogger(config()).error(new CallbackRouteError('It failed', { cause: { err: new Error(forged) } }))
    expect(text().match(/^.*forged.*$/gm)).toEqual([
      expect.stringMatching(/^\[latchkey\] AuthError: x {5}at admin/),
      expect.stringMatching(/^Error: x {5}at admin/),
    ])
  })

  it('writes an incorrect password on one line', () => {
    const text = consoleText('error')
    resolveLogger(config()).error(new CredentialsSignin('unknown user'), { reference: '01234567' })
    expect(text()).toBe('[latchkey] CredentialsSignin: unknown user {"reference":"01234567"}')
  })

  it.each([
    [new CredentialsSignin(), '[latchkey] CredentialsSignin: code credentials {"reference":"01234567"}'],
    [new TooManyAttempts(), '[latchkey] CredentialsSignin: code too-many-attempts {"reference":"01234567"}'],
    [new TooManyAttempts('5 attempts'), '[latchkey] CredentialsSignin: 5 attempts {"reference":"01234567"}'],
    [new AccessDenied(), '[latchkey] AccessDenied: no message {"reference":"01234567"}'],
  ])('names the code of an error without a message: %s', (error, line) => {
    const text = consoleText('error')
    resolveLogger(config()).error(error, { reference: '01234567' })
    expect(text()).toBe(line)
  })

  it('writes an invalid cookie on one line unless the error has a cause', () => {
    const text = consoleText('error')
    resolveLogger(config()).error(new JWTSessionError('A cookie was cleared.'))
    expect(text()).toBe('[latchkey] JWTSessionError: A cookie was cleared.')
    resolveLogger(config()).error(new JWTSessionError('A cookie was cleared.', new RangeError('too far')))
    expect(text()).toMatch(
      /\n\[latchkey\] JWTSessionError: A cookie was cleared\.\nRangeError: too far\n {4}at /,
    )
  })

  // proves §6.4
  it('writes a warning once, with its code', () => {
    const text = consoleText('warn')
    const options = config({ logger: {} })
    const logger = resolveLogger(options)
    for (let count = 0; count < 2; count++)
      warnOnce(options, logger, 'short-secret', 'Make a new one,\nsecret=x')
    logger.warn('csrf-disabled', { token: 'x' })
    expect(text().split('\n')).toEqual([
      '[latchkey] short-secret Make a new one, secret=[redacted]',
      '[latchkey] csrf-disabled {"token":"[redacted]"}',
    ])
  })

  // proves CFG-12, P-LG-1, §6.4
  it('writes debug messages only if `debug` is set', () => {
    const text = consoleText('log')
    resolveLogger(config()).debug('quiet')
    resolveLogger(config({ debug: true })).debug('loud\nforged', { access_token: 'secret' })
    expect(text()).toBe('[latchkey] loud forged {"access_token":"[redacted]"}')
  })
})

describe('a custom logger', () => {
  const LEVELS = ['error', 'warn', 'debug'] as const

  // proves CFG-22, CFG-23, CFG-24, AMB-5, §6.4
  it.each(LEVELS)('handles the level %s and leaves the others to the console', (level) => {
    const texts = { error: consoleText('error'), warn: consoleText('warn'), debug: consoleText('log') }
    const calls: unknown[][] = []
    const logger = resolveLogger(
      config({ debug: true, logger: { [level]: (...args: unknown[]) => calls.push(args) } }),
    )
    const error = new CredentialsSignin()
    logger.error(error)
    logger.warn('short-secret')
    logger.debug('a detail', { count: 1 })
    const first = { error, warn: 'short-secret', debug: 'a detail' }
    expect(calls.map(([argument]) => argument)).toEqual([first[level]])
    for (const other of LEVELS) expect(texts[other]() === '').toBe(other === level)
  })

  // proves CFG-13, AMB-6
  it.each([true, false])(
    'receives debug messages with `debug: %s`; without that level, the console writes them only with `true`',
    (debug) => {
      const text = consoleText('log')
      const calls: unknown[][] = []
      const write = (...args: unknown[]): void => void calls.push(args)
      resolveLogger(config({ debug, logger: { debug: write } })).debug('a detail', { count: 1 })
      expect({ calls, console: text() }).toEqual({ calls: [['a detail', { count: 1 }]], console: '' })
      resolveLogger(config({ debug, logger: { error: write } })).debug('another')
      expect(text()).toBe(debug ? '[latchkey] another' : '')
    },
  )

  // proves P-LG-1
  it('receives no secret at any level', () => {
    const details: unknown[][] = []
    const write = (...args: unknown[]): void => void details.push(args.slice(1))
    const logger = resolveLogger(config({ logger: { error: write, warn: write, debug: write } }))
    logger.error(new AuthError('x'), { token: 'a' })
    logger.warn('short-secret', 'password=a')
    logger.debug('x', { nested: [{ code_verifier: 'a' }] })
    expect(details).toEqual([
      [{ token: '[redacted]' }],
      ['password=[redacted]'],
      [{ nested: [{ code_verifier: '[redacted]' }] }],
    ])
  })

  it('can be an object whose methods use `this`', () => {
    class Log implements Partial<LoggerInstance> {
      readonly entries: unknown[] = []
      error(error: Error): void {
        this.entries.push(error.name)
      }
      warn(code: string): void {
        this.entries.push(code)
      }
    }
    const log = new Log()
    const logger = resolveLogger(config({ logger: log }))
    logger.error(new CredentialsSignin())
    logger.warn('short-secret')
    expect(log.entries).toEqual(['CredentialsSignin', 'short-secret'])
  })

  it('does not fail the request if it throws or rejects; the console reports the error', async () => {
    const text = consoleText('error')
    const fail = (): never => {
      throw new Error('disk\nfull, token=x')
    }
    const logger = resolveLogger(config({ logger: { error: fail, warn: async () => fail() } }))
    logger.error(new CredentialsSignin())
    logger.warn('short-secret')
    await Promise.resolve()
    const line = '[latchkey] The logger threw: disk full, token=[redacted]'
    expect(text()).toBe(`${line}\n${line}`)
  })
})

describe('a value in the log', () => {
  // proves P-LG-1
  it('contains no secret', () => {
    const value = {
      provider: 'idp',
      tokens: { access_token: 'a', refreshToken: 'b' },
      client_secret: 'c',
      code: 'd',
      'set-cookie': 'e',
      count: 1,
      hasToken: true,
    }
    expect(describeValue(value)).toBe(
      '{"provider":"idp","tokens":"[redacted]","client_secret":"[redacted]","code":"[redacted]","set-cookie":"[redacted]","count":1,"hasToken":true}',
    )
  })

  // proves P-LG-1
  it.each([
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.', '[redacted]'],
    ['got eyJhbGciOiJkaXIifQ..aa.bb.cc back', 'got [redacted] back'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [redacted]'],
    ['basic YTpi', 'basic [redacted]'],
    ['smtp://ann:hunter2@mail.test:25', 'smtp://ann:[redacted]@mail.test:25'],
    [
      'https://app.test/callback?code=a1&state=b2&iss=https://id.test',
      'https://app.test/callback?code=[redacted]&state=[redacted]&iss=https://id.test',
    ],
    ['connect failed: user=ann password=hunter2;', 'connect failed: user=ann password=[redacted];'],
    ['connect failed: User Id=ann;Pwd=hunter2;', 'connect failed: User Id=ann;Pwd=[redacted];'],
    [
      'the response was {"id":1,"access_token": "short"}',
      'the response was {"id":1,"access_token": "[redacted]"}',
    ],
    ['{"code":"4\\"2","error":"x"}', '{"code":"[redacted]","error":"x"}'],
    [
      `create({ data: { access_token: "short", 'refresh_token': 'it\\'s', code: 'P2002' } })`,
      `create({ data: { access_token: "[redacted]", 'refresh_token': '[redacted]', code: 'P2002' } })`,
    ],
    [`no row ${'0f'.repeat(32)}`, 'no row [redacted]'],
    [`no row ${'aB_-'.repeat(11)}`, 'no row [redacted]'],
  ])('has its secrets redacted: %s', (text, safe) => {
    expect({ oneLine: oneLine(text), redacted: redact(text) }).toEqual({ oneLine: safe, redacted: safe })
  })

  it.each([
    'The provider "idp" returned: access_denied',
    'status code: 500',
    'Set AUTH_TRUST_HOST=true',
    '5f2d1c9e-1111-4222-8333-944455566677',
    'at file:///srv/app/src/open.ts:10:5',
  ])('is written unchanged without a secret: %s', (text) => {
    expect(oneLine(text)).toBe(text)
  })

  it('shows the name and the message of an error', () => {
    expect(describeValue({ err: new TypeError('fetch failed') })).toBe('{"err":"TypeError: fetch failed"}')
  })

  // proves P-LG-2
  it('is written on one line', () => {
    expect(describeValue('a\nERROR forged line')).toBe('"a\\nERROR forged line"')
    expect(describeValue({ name: 'a\u2028b\u009b31m\u202ec' })).toBe('{"name":"a\\u2028b\\u009b31m\\u202ec"}')
    expect(oneLine('a\r\nb\u2029c\u0085d\u202ee')).toBe('a  b c d e')
    expect(describeValue(undefined)).toBe('undefined')
  })

  it('is limited in size if it contains itself many times', () => {
    const list: unknown[] = []
    list.push(...Array.from({ length: 50 }, () => list))
    expect(describeValue({ list, name: 'Ann' }).length).toBeLessThan(10_000)
  })

  it('is limited in size and can contain itself', () => {
    const circular: Record<string, unknown> = {
      text: '- '.repeat(10_000),
      list: Array.from({ length: 1000 }, () => 1),
      big: 10n,
    }
    circular.self = circular
    expect(describeValue(circular).length).toBeLessThan(40_000)
    expect(describeValue(circular)).toContain('"big":"10"')
  })
})
