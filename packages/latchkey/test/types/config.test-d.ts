import {
  type AuthConfig,
  createAuth,
  type DefaultSession,
  type JWT,
  type PartialTexts,
  type Profile,
  type Reader,
  type skipCSRFCheck,
  type Texts,
  type User,
} from 'latchkey'
import { Latchkey } from 'latchkey/next'
import Credentials from 'latchkey/providers/credentials'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'
import { describe, expectTypeOf, it } from 'vitest'

describe('a configuration', () => {
  it('needs providers and nothing else', () => {
    expectTypeOf<{ providers: [] }>().toExtend<AuthConfig>()
    expectTypeOf<Record<never, never>>().not.toExtend<AuthConfig>()
  })

  it('takes factories, called factories and plain objects in one list', () => {
    const custom = { id: 'x', name: 'X', type: 'oauth' as const, clientId: 'x', authorization: 'a', token: 'b', userinfo: 'c' }
    expectTypeOf({ providers: [GitHub, Google({ clientId: 'x' }), custom] }).toExtend<AuthConfig>()
  })

  it('switches the CSRF token off by one symbol only', () => {
    expectTypeOf<typeof skipCSRFCheck>().toExtend<AuthConfig['skipCSRFCheck']>()
    expectTypeOf<boolean>().not.toExtend<AuthConfig['skipCSRFCheck']>()
    expectTypeOf<symbol>().not.toExtend<AuthConfig['skipCSRFCheck']>()
  })

  it('types the fields that authorize gets by those of the form', () => {
    Credentials({
      credentials: { email: { type: 'email' }, password: {} },
      authorize: (fields) => {
        expectTypeOf(fields).toEqualTypeOf<Partial<Record<'email' | 'password', string>>>()
        return null
      },
    })
  })

  it('types the profile by the provider', () => {
    GitHub({
      profile: (profile) => {
        expectTypeOf(profile.login).toEqualTypeOf<string>()
        return { id: profile.login }
      },
    })
  })
})

describe('the session', () => {
  it('has the type that the session callback gives', async () => {
    const auth = createAuth({ providers: [], callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role) }) } })
    const { session } = await auth.session({ headers: new Headers() })
    expectTypeOf(session?.role).toEqualTypeOf<string | undefined>()
    const next = Latchkey({ providers: [], callbacks: { session: async ({ session }) => ({ ...session, admin: true }) } })
    expectTypeOf((await next.auth())?.admin).toEqualTypeOf<boolean | undefined>()
  })

  it('has the common type without one', async () => {
    const { auth } = Latchkey({ providers: [] })
    expectTypeOf(await auth()).toExtend<DefaultSession | null>()
  })
})

describe('open types', () => {
  it('have claims of their own as unknown', () => {
    expectTypeOf<JWT['anything']>().toEqualTypeOf<unknown>()
    expectTypeOf<Profile['anything']>().toEqualTypeOf<unknown>()
    expectTypeOf<User>().toEqualTypeOf<{ id?: string; name?: string | null; email?: string | null; image?: string | null }>()
  })
})

describe('the texts', () => {
  it('are as many as one likes, or chosen by a function', () => {
    expectTypeOf<{ signIn: { title: string } }>().toExtend<PartialTexts>()
    expectTypeOf<Texts>().toExtend<PartialTexts>()
    expectTypeOf(({ languages }: Reader) => (languages.length > 0 ? { lang: 'de' } : {})).toExtend<NonNullable<AuthConfig['texts']>>()
  })

  it('have no other names, and are of their type', () => {
    // @ts-expect-error misspelt
    const misspelt: AuthConfig['texts'] = { lang: 'de', signIn: { title: 'Anmelden', whit: (name: string) => name } }
    // @ts-expect-error no such group
    const unknown: AuthConfig['texts'] = { signin: { title: 'Anmelden' } }
    // @ts-expect-error misspelt by a function
    const chosen: AuthConfig['texts'] = () => ({ lang: 'de', signIn: { titel: 'Anmelden' } })
    expectTypeOf<{ signIn: { title: () => string } }>().not.toExtend<PartialTexts>()
    expectTypeOf<{ signIn: { with: string } }>().not.toExtend<PartialTexts>()
    expectTypeOf<{ dir: 'down' }>().not.toExtend<PartialTexts>()
    expectTypeOf([misspelt, unknown, chosen]).toBeArray()
  })
})
