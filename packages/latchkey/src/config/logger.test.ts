import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallbackRouteError, CredentialsSignin, OAuthCallbackError } from '../errors.ts'
import { resolveLogger } from './logger.ts'
import { describe as describeValue } from './redact.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function consoleText(level: 'error' | 'warn' | 'log'): () => string {
  const spy = vi.spyOn(console, level).mockImplementation(() => {})
  return () => spy.mock.calls.map((call) => call.join(' ')).join('\n')
}

describe('the console as logger', () => {
  it('tells an error of the application with its cause and where it happened', () => {
    const text = consoleText('error')
    const error = new CallbackRouteError('Signing in failed: down', { cause: { err: new Error('down'), provider: 'idp' } })
    resolveLogger({ providers: [] }).error(error, { reference: '01234567' })
    expect(text()).toMatch(
      /^\[latchkey\] CallbackRouteError: Signing in failed: down {"provider":"idp"} {"reference":"01234567"}\n {4}at .*logger\.test/,
    )
  })

  it('tells a message in one line, whoever wrote it', () => {
    const text = consoleText('error')
    resolveLogger({ providers: [] }).error(new OAuthCallbackError('x\n[latchkey] AccessDenied: forged \u001b[31m'))
    expect(text()).toBe('[latchkey] OAuthCallbackError: x [latchkey] AccessDenied: forged  [31m')
  })

  it('tells a wrong password in one line', () => {
    const text = consoleText('error')
    resolveLogger({ providers: [] }).error(new CredentialsSignin('nobody has these'), { reference: '01234567' })
    expect(text()).toBe('[latchkey] CredentialsSignin: nobody has these {"reference":"01234567"}')
  })

  it('is silent about details unless asked', () => {
    const text = consoleText('log')
    resolveLogger({ providers: [] }).debug('quiet')
    resolveLogger({ providers: [], debug: true }).debug('loud', { access_token: 'secret' })
    expect(text()).toBe('[latchkey] loud {"access_token":"[redacted]"}')
  })

  it('stays for the levels that an application leaves out', () => {
    const text = consoleText('warn')
    const errors: unknown[] = []
    const logger = resolveLogger({ providers: [], logger: { error: (error) => errors.push(error) } })
    logger.error(new CredentialsSignin())
    logger.warn('short-secret')
    expect(errors).toEqual([expect.any(CredentialsSignin)])
    expect(text()).toBe('[latchkey] short-secret')
  })
})

describe('a value in the log', () => {
  it('keeps its secrets', () => {
    const value = {
      provider: 'idp',
      tokens: { access_token: 'a', refreshToken: 'b' },
      client_secret: 'c',
      code: 'd',
      'set-cookie': 'e',
      count: 1,
    }
    expect(describeValue(value)).toBe(
      '{"provider":"idp","tokens":"[redacted]","client_secret":"[redacted]","code":"[redacted]","set-cookie":"[redacted]","count":1}',
    )
  })

  it('tells an error by name and message', () => {
    expect(describeValue({ err: new TypeError('fetch failed') })).toBe('{"err":"TypeError: fetch failed"}')
  })

  it('is one line, whatever is in it', () => {
    expect(describeValue('a\nERROR forged line')).toBe('"a\\nERROR forged line"')
    expect(describeValue(undefined)).toBe('undefined')
  })
})
