import type { DefaultSession, Session } from 'latchkey'
import { type Client, createClient } from 'latchkey/client'
import {
  type SessionContextValue,
  type SessionProviderProps,
  type SignInResponse,
  type SignOutResponse,
  signIn,
  signOut,
  useSession,
} from 'latchkey/react'
import { signIn as signInWithPasskey } from 'latchkey/webauthn'
import { describe, expectTypeOf, it } from 'vitest'

describe('useSession', () => {
  // proves §17.4
  it('has a session exactly when the status is `authenticated`', () => {
    const value = useSession()
    expectTypeOf(value.data).toEqualTypeOf<Session | null>()
    expectTypeOf(value.status).toEqualTypeOf<'loading' | 'authenticated' | 'unauthenticated'>()
    if (value.status === 'authenticated') expectTypeOf(value.data).toEqualTypeOf<Session>()
    if (value.status === 'unauthenticated') expectTypeOf(value.data).toEqualTypeOf<null>()
    expectTypeOf(value.update({ name: 'x' })).resolves.toEqualTypeOf<Session | null>()
  })

  // proves §17.4
  it('is never `unauthenticated` with `required: true`', () => {
    expectTypeOf(useSession({ required: true }).status).toEqualTypeOf<'loading' | 'authenticated'>()
    expectTypeOf(useSession({ required: false }).status).toEqualTypeOf<
      'loading' | 'authenticated' | 'unauthenticated'
    >()
    expectTypeOf(useSession({ required: true })).toEqualTypeOf<SessionContextValue<true>>()
  })

  it('accepts the type of the session as a type argument', () => {
    interface TeamSession extends DefaultSession {
      team: string
    }
    const { data, update } = useSession<TeamSession>()
    expectTypeOf(data).toEqualTypeOf<TeamSession | null>()
    expectTypeOf(update()).resolves.toEqualTypeOf<TeamSession | null>()
  })

  // proves §17.4
  it('can be mocked with the properties of Auth.js only', () => {
    const value: SessionContextValue = { data: null, status: 'unauthenticated', update: async () => null }
    expectTypeOf(value).toExtend<SessionContextValue>()
  })
})

describe('signIn and signOut', () => {
  // proves §17.2
  it('return a result only with `redirect: false`', () => {
    expectTypeOf(signIn()).resolves.toEqualTypeOf<void>()
    expectTypeOf(signIn('github', { redirectTo: '/' }, { prompt: 'login' })).resolves.toEqualTypeOf<void>()
    // proves TOK-14
    expectTypeOf(signIn('github', { link: true })).resolves.toEqualTypeOf<void>()
    // @ts-expect-error: not a boolean
    expectTypeOf(signIn('github', { link: 'yes' })).resolves.toEqualTypeOf<void>()
    expectTypeOf(
      signIn('credentials', { email: 'a', redirect: false }),
    ).resolves.toEqualTypeOf<SignInResponse>()
    expectTypeOf(signInWithPasskey('passkey', { redirect: false })).resolves.toEqualTypeOf<SignInResponse>()
    expectTypeOf(signOut()).resolves.toEqualTypeOf<void>()
    expectTypeOf(signOut({ redirect: false })).resolves.toEqualTypeOf<SignOutResponse>()
    // proves OUT-3
    expectTypeOf(signOut({ provider: false })).resolves.toEqualTypeOf<void>()
    expectTypeOf(signOut({ provider: true, redirect: false })).resolves.toEqualTypeOf<SignOutResponse>()
  })

  // proves A-8
  it('accept authorization parameters in every form', () => {
    expectTypeOf(signIn).toBeCallableWith('github', {}, 'a=b')
    expectTypeOf(signIn).toBeCallableWith('github', {}, [['a', 'b']])
    expectTypeOf(signIn).toBeCallableWith('github', {}, new URLSearchParams())
  })
})

describe('SessionProvider and createClient', () => {
  // proves §17.3
  it('accept a session, null or undefined', () => {
    expectTypeOf<SessionProviderProps['session']>().toEqualTypeOf<Session | null | undefined>()
    expectTypeOf<Record<never, never>>().toExtend<SessionProviderProps>()
  })

  it('require no options', () => {
    expectTypeOf(createClient()).toEqualTypeOf<Client>()
  })
})
