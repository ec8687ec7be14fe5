import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/callbacks.ts'
import { CredentialsSignin } from '../errors/credentials.ts'
import { AdapterError } from '../errors/services.ts'
import { resolveLogger } from './logger.ts'

const TOKEN = `ya29.${'a0-B'.repeat(12)}`

/** Returns what the application's logger receives. */
function logged(error: Error): Error & Record<string, unknown> {
  const received: unknown[] = []
  resolveLogger({ providers: [], logger: { error: (first) => received.push(first) } }).error(error)
  return received[0] as Error & Record<string, unknown>
}

describe('the error that a logger of the application receives', () => {
  // proves AUD-F23, P-LG-1
  it('contains no secret in messages, stacks, fields and causes', () => {
    const driver = Object.assign(new Error(`insert failed: access_token=${TOKEN}`), {
      parameters: ['ann', TOKEN],
      config: { headers: { authorization: `Bearer ${TOKEN}` }, url: `https://ann:${TOKEN}@db.test/` },
      password: 'hunter2',
    })
    const outer = new Error(`two failed, ${TOKEN}`, {
      cause: new AggregateError([driver, new TypeError(`refresh_token=${TOKEN}`)], TOKEN),
    })
    const error = new AdapterError(`The database failed: ${driver.message}`, {
      cause: { err: outer, method: 'linkAccount', args: { access_token: TOKEN } },
    })
    const text = inspect(logged(error), { depth: 20, showHidden: true, maxStringLength: null })
    expect(text).not.toContain(TOKEN)
    expect(text).not.toContain('hunter2')
    expect(text).toContain('linkAccount')
    expect(text).toContain('insert failed: access_token=[redacted]')
  })

  // proves P-LG-1
  it('contains no values from rows or statements, which have no names there', () => {
    const row = Object.assign(new Error('null value in column "role" violates not-null constraint'), {
      detail: 'Failing row contains (github, 7, hunter2-token, null).',
    })
    const query = Object.assign(
      new Error('Failed query: insert into "account" values ($1, $2)\nparams: 7,hunter2-token', {
        cause: row,
      }),
      { query: 'insert into "account" values ($1, $2)', params: ['7', 'hunter2-token'] },
    )
    const error = new AdapterError(`The adapter failed: ${query.message}`, { cause: { err: query } })
    const text = inspect(logged(error), { depth: 20, showHidden: true, maxStringLength: null })
    expect(text).not.toContain('hunter2')
    expect(text).toContain('Failed query: insert into')
    expect(text).toContain('null value in column "role"')
  })

  it('keeps its class, type, code, fields, stack frames and causes', () => {
    class Locked extends CredentialsSignin {
      override code = 'locked'
    }
    class DatabaseError extends Error {
      override name = 'DatabaseError'
    }
    const database = Object.assign(new DatabaseError('down'), {
      code: 'ECONNREFUSED',
      errno: -111,
      sqlState: '08001',
    })
    const error = new Locked('wrong', { cause: { err: database, provider: 'credentials' } })
    const copy = logged(error)
    expect(copy).not.toBe(error)
    expect(copy).toBeInstanceOf(Locked)
    expect({ ...copy }).toEqual({ ...error })
    expect(copy).toMatchObject({
      name: 'CredentialsSignin',
      type: 'CredentialsSignin',
      message: 'wrong',
      code: 'locked',
    })
    expect(copy.stack).toBe(error.stack)
    const { err, ...facts } = copy.cause as Record<string, unknown>
    expect(facts).toEqual({ provider: 'credentials' })
    expect(err).toBeInstanceOf(DatabaseError)
    expect(err).toMatchObject({ code: 'ECONNREFUSED', errno: -111, sqlState: '08001' })
    expect(Object.prototype.toString.call(err)).toBe('[object Error]')
  })

  it('is a copy: the original error is unchanged', () => {
    const cause = Object.freeze(new Error(`access_token=${TOKEN}`))
    const error = new CallbackRouteError('It failed', { cause: { err: cause } })
    logged(error)
    expect(error.cause).toEqual({ err: cause })
    expect(cause.message).toBe(`access_token=${TOKEN}`)
  })

  it('can be a timeout of the platform, contain itself, and have fields that fail', () => {
    const timeout = new DOMException('no response', 'TimeoutError')
    const circular: Error & { self?: unknown } = new Error('x', { cause: timeout })
    circular.self = circular
    Object.defineProperty(circular, 'broken', {
      get() {
        throw new Error('no')
      },
    })
    const copy = logged(new AuthError('It failed', circular)).cause as { err: typeof circular }
    expect(copy.err.self).toBe(copy.err)
    expect(copy.err.cause).toBeInstanceOf(DOMException)
    expect(copy.err.cause).toMatchObject({ name: 'TimeoutError', message: 'no response', code: 23 })
  })

  it('keeps no line of a message that looks like a stack frame', () => {
    const error = new Error(`x\n    at token=${TOKEN}`)
    expect(logged(error).stack).toMatch(/^Error: x\n {4}at token=\[redacted\]\n {4}at .*redact-error\.test/)
    error.message = 'another'
    expect(logged(error).stack).not.toContain(TOKEN)
  })

  it('is limited in size', () => {
    let error = new Error('last')
    for (let count = 0; count < 1000; count++) error = new Error('x', { cause: error })
    expect(inspect(logged(error), { depth: 1000 }).match(/Error: x/g)?.length).toBeLessThan(30)
  })
})
