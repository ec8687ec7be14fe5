import type { Actions, RequestEvent } from '@sveltejs/kit'
import type { Handle } from '@sveltejs/kit/hooks'
import type { AuthConfig, DefaultSession, ReadonlyAuthConfig, Session } from 'latchkey'
import type { AuthorizationParams } from 'latchkey/next'
import { createSession, type PageSession, useSession } from 'latchkey/svelte'
import {
  Latchkey,
  type LatchkeyConfig,
  type LatchkeyLocals,
  type LatchkeyResult,
  type SvelteKitAuthConfig,
} from 'latchkey/sveltekit'
import { type SignInResponse, type SignOutResponse, signIn, signOut } from 'latchkey/sveltekit/client'
import type { SignIn, SignInProps, SignOut, SignOutProps } from 'latchkey/sveltekit/components'
import type { ComponentProps, Snippet } from 'svelte'
import { describe, expectTypeOf, it } from 'vitest'

describe('the configuration', () => {
  it('is an AuthConfig without `raw`', () => {
    // proves CFG-46, AMB-8
    expectTypeOf<LatchkeyConfig>().toEqualTypeOf<Omit<ReadonlyAuthConfig, 'raw'>>()
    expectTypeOf<AuthConfig>().toExtend<LatchkeyConfig>()
    expectTypeOf<SvelteKitAuthConfig>().toExtend<LatchkeyConfig>()
    expectTypeOf<SvelteKitAuthConfig['providers']>().toEqualTypeOf<AuthConfig['providers']>()
    // @ts-expect-error this integration has no raw response
    Latchkey({ providers: [], raw: Symbol('raw') })
  })

  it('can be a function of the event, even an async one', () => {
    // proves C-1, LAZY-5, AMB-19
    Latchkey((event) => {
      expectTypeOf(event).toEqualTypeOf<RequestEvent>()
      return { providers: [] }
    })
    Latchkey(async () => ({ providers: [] }))
    expectTypeOf<() => PromiseLike<LatchkeyConfig>>().toExtend<Parameters<typeof Latchkey>[0]>()
  })
})

describe('the result of Latchkey', () => {
  it('fits the hooks and actions of SvelteKit', () => {
    // proves C-1, C-2, C-3
    expectTypeOf<LatchkeyResult['handle']>().toExtend<Handle>()
    expectTypeOf<{ default: LatchkeyResult['signIn'] }>().toExtend<Actions>()
    expectTypeOf<{ default: LatchkeyResult['signOut'] }>().toExtend<Actions>()
  })

  it('protects paths by a hook, and returns the session elsewhere', () => {
    const read = (result: LatchkeyResult, event: RequestEvent) => [
      result.protect(),
      result.protect({ within: 600 }),
      result.protect(event, { secondFactor: true }),
    ]
    expectTypeOf<ReturnType<typeof read>>().toEqualTypeOf<Promise<Session>[]>()
    const hook = (result: LatchkeyResult) => result.protect(['/account'], { redirectTo: '/' })
    expectTypeOf<ReturnType<typeof hook>>().toExtend<Handle>()
  })

  it('has the session type that the callbacks return', async () => {
    const { auth } = Latchkey({
      providers: [],
      callbacks: {
        jwt: ({ token }) => ({ ...token, level: 1 }),
        session: ({ session, token }) => ({ ...session, level: token.level }),
      },
    })
    expectTypeOf((await auth())?.level).toEqualTypeOf<number | undefined>()
    // proves C-4
    expectTypeOf<LatchkeyLocals['auth']>().returns.resolves.toEqualTypeOf<Session | null>()
    expectTypeOf<LatchkeyLocals<{ level: number } & DefaultSession>['auth']>().returns.resolves.toExtend<{
      level: number
    } | null>()
  })
})

describe('the client', () => {
  it('returns a result only with `redirect: false`', () => {
    // proves C-5, C-6
    expectTypeOf(signIn('credentials', { password: 'x' })).resolves.toEqualTypeOf<void>()
    expectTypeOf(
      signIn('credentials', { password: 'x', redirect: false }),
    ).resolves.toEqualTypeOf<SignInResponse>()
    expectTypeOf(signIn('github', {}, { prompt: 'login' })).resolves.toEqualTypeOf<void>()
    expectTypeOf(signOut()).resolves.toEqualTypeOf<void>()
    expectTypeOf(signOut({ redirect: false })).resolves.toEqualTypeOf<SignOutResponse>()
    // proves OUT-3
    expectTypeOf(signOut({ provider: false })).resolves.toEqualTypeOf<void>()
  })
})

describe('the components', () => {
  it('have props, and a snippet for the button', () => {
    // proves C-7, C-8
    expectTypeOf<ComponentProps<typeof SignIn>>().toEqualTypeOf<SignInProps>()
    expectTypeOf<ComponentProps<typeof SignOut>>().toEqualTypeOf<SignOutProps>()
    expectTypeOf<SignInProps['submitButton']>().toEqualTypeOf<Snippet | undefined>()
    expectTypeOf<SignOutProps['submitButton']>().toEqualTypeOf<Snippet | undefined>()
    // proves C-7
    expectTypeOf({ id: 'form', options: { redirect: false, otp: 1 } }).toExtend<SignInProps>()
    expectTypeOf({ id: 'form', options: { redirect: false } }).toExtend<SignOutProps>()
    // proves OUT-3
    expectTypeOf({ options: { provider: false } }).toExtend<SignOutProps>()
    expectTypeOf<SignInProps['authorizationParams']>().toEqualTypeOf<AuthorizationParams | undefined>()
    // proves EP-12
    expectTypeOf<Pick<SignInProps, 'signInPage'> & Pick<SignOutProps, 'signOutPage'>>().toEqualTypeOf<
      { signInPage?: string } & { signOutPage?: string }
    >()
  })

  it('have a slot of the same name', () => {
    // proves C-8
    expectTypeOf<keyof InstanceType<typeof SignIn>['$$slot_def']>().toEqualTypeOf<
      'submitButton' | 'credentials' | 'email'
    >()
    expectTypeOf<keyof InstanceType<typeof SignOut>['$$slot_def']>().toEqualTypeOf<'submitButton'>()
  })
})

describe('the session of a page', () => {
  it('has the type of the session in the layout data', () => {
    // proves C-9
    const session = createSession(() => null as ({ level: number } & DefaultSession) | null)
    expectTypeOf(session.data?.level).toEqualTypeOf<number | undefined>()
    expectTypeOf(useSession()).toEqualTypeOf<PageSession>()
    expectTypeOf(session.status).toEqualTypeOf<'loading' | 'authenticated' | 'unauthenticated'>()
  })
})
