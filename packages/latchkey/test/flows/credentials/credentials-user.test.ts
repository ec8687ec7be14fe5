import { type App, BASE, createApp, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import type { AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it } from 'vitest'

isolateEnvironment()

/** An application whose `authorize` returns what the form names. */
function appWith(users: Readonly<Record<string, unknown>>, config: Partial<AuthConfig> = {}): App {
  const authorize = ({ name = '' }): never => users[name] as never
  return createApp({
    providers: [Credentials({ credentials: { name: {} }, authorize })],
    callbacks: {
      session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
    },
    ...config,
  })
}

/** Signs in. @returns the id of the user in the session; `null` if there is none */
async function idAfter(app: App, name: string): Promise<unknown> {
  const browser = new Browser(app)
  await browser.post(`${BASE}/callback/credentials`, { name })
  const session = (await readSession(browser)) as { user: { id?: unknown } } | null
  return session === null ? null : session.user.id
}

function listWarnings(app: App): unknown[] {
  return app.log.filter(({ level }) => level === 'warn').map(({ entry }) => entry)
}

describe('a user whom `authorize` returns without an `id`', () => {
  // proves DROP-6
  it('has an id derived from the e-mail address, which is logged once', async () => {
    const app = appWith({
      ann: { email: 'ann@example.com' },
      again: { email: 'ann@example.com', name: 'Ann', id: null },
      bob: { email: 'bob@example.com', id: undefined },
    })
    const ids = [await idAfter(app, 'ann'), await idAfter(app, 'again'), await idAfter(app, 'bob')]
    const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(ids).toEqual([uuid, ids[0], uuid])
    expect(ids[2]).not.toBe(ids[0])
    expect(listWarnings(app)).toEqual(['authorize-without-id'])
    expect(JSON.stringify(app.log)).toContain('`id`')
    expect(JSON.stringify(app.log)).not.toContain('example.com')
  })

  // proves DROP-6
  it('shares its id with no other address, not even one that differs only in case', async () => {
    // A database may have two users for them, and one must not become the other.
    const app = appWith({
      ann: { email: 'ann@example.com' },
      capital: { email: 'Ann@example.com' },
      wide: { email: '\uff41nn@example.com' },
    })
    const ids = [await idAfter(app, 'ann'), await idAfter(app, 'capital'), await idAfter(app, 'wide')]
    expect(new Set(ids).size).toBe(3)
  })

  // proves DROP-6
  it('shares its id with no user of another provider, and with no stored user', async () => {
    const idp = createIdp()
    const adapter = memory()
    const other = Credentials({ id: 'other', authorize: () => ({ email: 'ann@example.com' }) })
    const same = Credentials({ authorize: () => ({ email: 'ann@example.com' }) })
    const app = appWith({}, { providers: [oidcFor(idp), other, same], adapter, session: { strategy: 'jwt' } })
    const browser = new Browser(app)
    const ids: unknown[] = []
    const readId = async (): Promise<void> => {
      ids.push(((await readSession(browser)) as { user: { id: string } }).user.id)
    }
    await signInAt(idp, browser)
    await readId()
    for (const id of ['other', 'credentials']) {
      await browser.post(`${BASE}/callback/${id}`, {})
      await readId()
    }
    expect(ids[0]).toBe((await adapter.getUserByEmail('ann@example.com'))?.id)
    expect(new Set(ids).size).toBe(3)
  })

  // proves DROP-6, P-CR-5
  it.each([
    ['no e-mail address either', { name: 'Ann' }],
    ['an empty address', { email: '' }],
    ['the text of a missing address', { email: 'undefined' }],
    ['an address that is no text', { email: ['ann@example.com'] }],
    ['an empty id', { id: '', email: 'ann@example.com' }],
  ])('is rejected with %s', async (_, user) => {
    const app = appWith({ ann: user })
    expect(await idAfter(app, 'ann')).toBeNull()
    expect(app.errors).toEqual(['CallbackRouteError'])
    expect(listWarnings(app)).toEqual([])
  })
})

describe('an `id` that `authorize` returns', () => {
  class ObjectId {
    toString(): string {
      return '65f1c0ffee'
    }
  }
  // proves P-CR-5, §12.2 c
  it.each([
    ['a number', 1, '1'],
    ['a bigint', 12345678901234567890n, '12345678901234567890'],
    ['an object id of a database', new ObjectId(), '65f1c0ffee'],
  ])('may be %s, and is converted to text', async (_, id, text) => {
    const app = appWith({ ann: { id, email: 'ann@example.com' } })
    expect(await idAfter(app, 'ann')).toBe(text)
    expect({ errors: app.errors, warnings: listWarnings(app) }).toEqual({ errors: [], warnings: [] })
  })

  // proves §12.2 c
  it('is read together with getters of the class, such as those of a database model', async () => {
    class Model {
      get id(): string {
        return '7'
      }
      get name(): string {
        return 'Ann'
      }
    }
    const browser = new Browser(appWith({ ann: new Model() }))
    await browser.post(`${BASE}/callback/credentials`, { name: 'ann' })
    expect(await readSession(browser)).toMatchObject({ user: { id: '7', name: 'Ann' } })
  })

  // proves DROP-6, §12.2 c
  it('belongs to a database entity whose columns the `jwt` callback can copy', async () => {
    class Entity {
      id = 7
      email = 'ann@example.com'
      role = 'admin'
      get label(): string {
        return `${this.role} ${this.id}`
      }
    }
    const seen: unknown[] = []
    const entity = new Entity()
    const app = appWith(
      { ann: entity },
      {
        callbacks: {
          jwt({ token, user }) {
            const { label } = (user ?? {}) as { label?: string }
            if (user) seen.push({ ...user }, JSON.parse(JSON.stringify(user)), user instanceof Entity, label)
            return token
          },
        },
      },
    )
    await new Browser(app).post(`${BASE}/callback/credentials`, { name: 'ann' })
    const columns = { id: '7', email: 'ann@example.com', role: 'admin' }
    expect(seen).toEqual([columns, columns, true, 'admin 7'])
    expect(entity.id).toBe(7)
  })
})
