import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as authJs from '@auth/core/errors'
import { BASE, SECRET } from '@latchkey/test-support/kit/app.ts'
import type { AuthConfig } from 'latchkey'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

type Core = typeof import('latchkey')
type Errors = typeof import('latchkey/errors')
type Copy = Core & Errors & { Credentials: typeof import('latchkey/providers/credentials').default }

let folder: string
let own: Copy
/** What another version of a dependency, or a bundler, adds to an application. */
let other: Copy

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-copies-'))
  await symlink(MODULES, join(folder, 'node_modules'))
  own = await install('own')
  other = await install('other')
})

afterAll(() => rm(folder, { recursive: true }))

/** Installs a copy of the built package, and loads it. */
async function install(name: string): Promise<Copy> {
  const target = join(folder, name, 'node_modules', 'latchkey')
  const filter = (file: string): boolean => !/\.(?:ts|map)$/.test(file)
  await cp(join(PACKAGE, 'dist'), join(target, 'dist'), { recursive: true, filter })
  // Tests run with the condition of the sources.
  const manifest = await readFile(join(PACKAGE, 'package.json'), 'utf8')
  await writeFile(join(target, 'package.json'), manifest.replaceAll('@latchkey/source', 'unused'))
  const load = (file: string) => import(pathToFileURL(join(target, 'dist', file)).href)
  const { default: Credentials } = await load('providers/credentials.js')
  return { ...(await load('entry/index.js')), ...(await load('entry/errors.js')), Credentials }
}

describe('an error of a second copy of the package', () => {
  it('is an instance of its class and of the parent classes, and of no other class', () => {
    const error = new other.OAuthAccountNotLinked('linked to another user')
    const { AuthError, OAuthAccountNotLinked, SignInError, AccessDenied } = own
    expect(other.AuthError).not.toBe(AuthError)
    expect(
      [AuthError, OAuthAccountNotLinked, SignInError, AccessDenied].map((known) => error instanceof known),
    ).toEqual([true, true, error instanceof other.SignInError, false])
    expect(own.isClientError(error)).toBe(true)
  })

  it('is recognized for every class', () => {
    const classes = Object.entries(own).filter(([, value]) => Object.hasOwn(Object(value), 'type'))
    expect(classes.length).toBeGreaterThan(40)
    for (const [name, known] of classes as [keyof Errors, typeof own.AuthError][]) {
      const error = new (other[name] as typeof own.AuthError)('failed', {})
      expect([name, error instanceof known]).toEqual([name, true])
    }
  })

  it('is an instance of a subclass of an application only if that class created it', () => {
    class Locked extends own.CredentialsSignin {
      override code = 'locked'
    }
    class Named extends own.CredentialsSignin {
      static override readonly type = 'Named'
    }
    for (const OwnClass of [Locked, Named]) {
      expect(new OwnClass()).toBeInstanceOf(OwnClass)
      expect(new other.CredentialsSignin()).not.toBeInstanceOf(OwnClass)
      expect(new own.CredentialsSignin()).not.toBeInstanceOf(OwnClass)
      expect(new OwnClass()).toBeInstanceOf(other.CredentialsSignin)
    }
  })

  it('is recognized neither by its type alone nor in a value that is not an error', () => {
    for (const value of [null, undefined, 'AuthError', { type: 'AuthError' }, new authJs.AuthError('x')])
      expect(value instanceof own.AuthError).toBe(false)
  })

  it('has the facts of the base class if this copy does not know its type', () => {
    class Newer extends other.AuthError {}
    const error = Object.assign(new Newer('from a later version'), { type: 'Later' })
    expect(own.isClientError(error)).toBe(false)
  })
})

describe('an error in `authorize`', () => {
  /** Submits wrong credentials, and returns where the browser goes and which errors are logged. */
  async function signIn(thrown: () => Error): Promise<{ location: string | null; errors: string[] }> {
    const errors: string[] = []
    const config = {
      secret: SECRET,
      trustHost: true,
      store: own.memoryStore(),
      logger: { error: (error: Error) => void errors.push(error.name), warn: () => {} },
      providers: [
        own.Credentials({
          authorize: () => {
            throw thrown()
          },
        }),
      ],
    }
    const headers = { 'sec-fetch-site': 'same-origin', origin: new URL(BASE).origin }
    const request = new Request(`${BASE}/callback/credentials`, { method: 'POST', headers })
    const response: Response = await own.Auth(request, config as AuthConfig)
    return { location: response.headers.get('location'), errors }
  }

  class TheirLocked extends authJs.CredentialsSignin {
    override code = 'locked'
  }

  class TheirNamed extends TheirLocked {
    static override type = 'Locked'
  }

  it.each([
    ['of a second copy', () => new other.CredentialsSignin(), 'credentials'],
    [
      'of a subclass from a second copy',
      () => Object.assign(new other.CredentialsSignin(), { code: 'locked' }),
      'locked',
    ],
    ['of Auth.js', () => new authJs.CredentialsSignin(), 'credentials'],
    ['of a subclass from Auth.js', () => new TheirLocked(), 'locked'],
    ['of a subclass from Auth.js with its own type', () => new TheirNamed(), 'locked'],
  ])('that is a `CredentialsSignin` %s means wrong credentials', async (_, thrown, code) => {
    const { location, errors } = await signIn(thrown)
    expect(location).toBe(`${BASE}/signin?error=CredentialsSignin&code=${code}`)
    expect(errors).toEqual(['CredentialsSignin'])
  })

  it('that is another error of Auth.js shows a server error', async () => {
    const { location, errors } = await signIn(() => new authJs.AccessDenied('no'))
    expect(new URL(location ?? '').searchParams.get('error')).toBe('Configuration')
    expect(errors).toEqual(['CallbackRouteError'])
  })
})

it('a symbol from a second copy of the package is accepted', () => {
  for (const name of ['customFetch', 'dangerouslyAllowShortSecret', 'raw', 'skipCSRFCheck'] as const)
    expect([name, other[name]]).toEqual([name, own[name]])
})
