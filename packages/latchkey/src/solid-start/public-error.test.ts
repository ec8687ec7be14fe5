import { expect, it } from 'vitest'
import { AdapterError } from '../errors/services.ts'
import { createAuth } from '../integration/create-auth.ts'
import { withPublicErrors } from './public-error.ts'

const SECRET_DETAIL = 'password authentication failed for user admin at 10.0.0.5'

/** Everything that a serializer of errors can read. */
function serializedContent(error: object): string {
  const own = Object.getOwnPropertyNames(error).map((name) => Reflect.get(error, name))
  return JSON.stringify([...own, Reflect.get(error, 'cause')])
}

function failWith(error: unknown, isProduction: boolean): Promise<unknown> {
  const auth = createAuth({ providers: [], secret: 'x'.repeat(32) }, { basePath: '/api/auth', isProduction })
  return withPublicErrors(
    () => auth,
    () => Promise.reject(error),
  ).catch((thrown: unknown) => thrown)
}

const adapterError = (): AdapterError =>
  new AdapterError(`getUser failed: ${SECRET_DETAIL}`, { cause: new Error(SECRET_DETAIL) })

it('an error that leaves a server function contains no details in production', async () => {
  const thrown = await failWith(adapterError(), true)
  expect(thrown).toBeInstanceOf(AdapterError)
  expect(thrown).toMatchObject({
    type: 'AdapterError',
    message: expect.stringContaining("server's log"),
  })
  expect(serializedContent(thrown as object)).not.toContain(SECRET_DETAIL)
})

it('an error that leaves a server function keeps its details in development', async () => {
  expect(serializedContent((await failWith(adapterError(), false)) as object)).toContain(SECRET_DETAIL)
})

it('redirects and application errors stay unchanged', async () => {
  for (const error of [new Response(null, { status: 302 }), new Error('of the application')])
    expect(await failWith(error, true)).toBe(error)
})
