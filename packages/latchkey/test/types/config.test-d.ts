import {
  Auth,
  type AuthConfig,
  type CookieAttributes,
  type CookiesOptions,
  createAuth,
  type dangerouslyAllowShortSecret,
  type JWTOptions,
  type LocaleContext,
  type LoggerInstance,
  type PagesOptions,
  type PartialTexts,
  type Provider,
  type ProviderConfig,
  type ReadonlyAuthConfig,
  type SessionOptions,
  type skipCSRFCheck,
  type Texts,
  type Theme,
} from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'
import Passkey from 'latchkey/providers/passkey'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expectTypeOf, it } from 'vitest'

describe('a configuration', () => {
  it('requires only providers', () => {
    // proves CFG-1, AMB-3
    expectTypeOf<{ providers: [] }>().toExtend<AuthConfig>()
    expectTypeOf<Record<never, never>>().not.toExtend<AuthConfig>()
    // proves CFG-1
    // @ts-expect-error without providers
    createAuth({})
    // @ts-expect-error a misspelt option
    Auth(new Request('https://app.test'), { providers: [], providrs: [] })
  })

  it('accepts functions, their results and plain objects in one list of providers', () => {
    // proves CFG-3
    const custom = {
      id: 'x',
      name: 'X',
      type: 'oauth' as const,
      clientId: 'x',
      authorization: 'a',
      token: 'b',
      userinfo: 'c',
    }
    expectTypeOf({ providers: [GitHub, Google({ clientId: 'x' }), custom] }).toExtend<AuthConfig>()
  })

  it('has a list of providers that code can change, and accepts one that it cannot', () => {
    // proves CFG-3
    const config: AuthConfig = { providers: [GitHub] }
    config.providers.push(Google)
    const list: readonly Provider[] = config.providers
    createAuth({ providers: list, callbacks: { jwt: ({ token }) => ({ ...token, level: 1 }) } })
    Auth(new Request('https://app.test'), { providers: list })
    expectTypeOf<typeof config>().toExtend<ReadonlyAuthConfig>()
  })

  // proves CFG-15
  it('accepts passkey providers in the list of providers, and the option of Auth.js', () => {
    expectTypeOf<AuthConfig['experimental']>().toEqualTypeOf<{ enableWebAuthn?: boolean } | undefined>()
    expectTypeOf({
      providers: [Passkey, WebAuthn({ registration: 'authenticated' })],
      experimental: {},
    }).toExtend<AuthConfig>()
    expectTypeOf<{ registration: 'users' }>().not.toExtend<NonNullable<Parameters<typeof Passkey>[0]>>()
  })

  it('disables the CSRF token only with the exported symbol', () => {
    // proves CFG-37, AMB-7
    expectTypeOf<typeof skipCSRFCheck>().toExtend<AuthConfig['skipCSRFCheck']>()
    expectTypeOf<boolean>().not.toExtend<AuthConfig['skipCSRFCheck']>()
    expectTypeOf<symbol>().not.toExtend<AuthConfig['skipCSRFCheck']>()
    // proves CFG-37
    // @ts-expect-error only the symbol is accepted
    createAuth({ providers: [], skipCSRFCheck: true })
  })

  // proves AUD-F11, P-CF-2
  it('allows a short secret only with the exported symbol', () => {
    expectTypeOf<typeof dangerouslyAllowShortSecret>().toExtend<AuthConfig['dangerouslyAllowShortSecret']>()
    expectTypeOf<boolean>().not.toExtend<AuthConfig['dangerouslyAllowShortSecret']>()
  })

  it('has options for sessions', () => {
    // proves SES-1
    expectTypeOf<SessionOptions['strategy']>().toEqualTypeOf<'jwt' | 'database' | 'hybrid' | undefined>()
    // proves SES-5, SES-6
    expectTypeOf<SessionOptions['maxAge' | 'updateAge']>().toEqualTypeOf<number | undefined>()
    // proves SES-8
    expectTypeOf<SessionOptions['generateSessionToken']>().toEqualTypeOf<(() => string) | undefined>()
    // proves CFG-36
    expectTypeOf<AuthConfig['session']>().toEqualTypeOf<SessionOptions | undefined>()
  })

  it('has eight options for pages', () => {
    // proves CFG-25
    expectTypeOf<Required<PagesOptions>>().toEqualTypeOf<
      Record<
        'signIn' | 'signOut' | 'error' | 'verifyRequest' | 'newUser' | 'verify' | 'signUp' | 'reset',
        string
      >
    >()
    expectTypeOf<AuthConfig['pages']>().toEqualTypeOf<Partial<PagesOptions> | undefined>()
  })

  it('accepts partial options for cookies, JWTs and the theme', () => {
    // proves CFG-9, §6.2
    expectTypeOf<AuthConfig['cookies']>().toEqualTypeOf<Partial<CookiesOptions> | undefined>()
    expectTypeOf<{ name: string }>().toExtend<CookiesOptions['sessionToken']>()
    expectTypeOf<{
      sameSite: 'lax'
      secure: true
      partitioned: true
      priority: 'high'
    }>().toExtend<CookieAttributes>()
    // proves CFG-19, §6.1
    expectTypeOf<AuthConfig['jwt']>().toEqualTypeOf<Partial<JWTOptions> | undefined>()
    // proves CFG-38, §6.5
    expectTypeOf<Required<Theme>>().toEqualTypeOf<
      { colorScheme: 'auto' | 'dark' | 'light'; lastUsed: boolean } & Record<
        'name' | 'logo' | 'brandColor' | 'buttonText',
        string
      > extends infer T
        ? { [K in keyof T]: T[K] }
        : never
    >()
  })

  it('accepts any logger', () => {
    // proves CFG-22, CFG-23, AMB-5, §6.4
    expectTypeOf<AuthConfig['logger']>().toEqualTypeOf<Partial<LoggerInstance> | undefined>()
    expectTypeOf(console).toExtend<LoggerInstance>()
    createAuth({
      providers: [],
      logger: {
        error: (code, ...message) => expectTypeOf([code, message]).toEqualTypeOf<(Error | unknown[])[]>(),
        warn: (code, ...message) => expectTypeOf(code).toExtend<string>() && message,
        debug: (message, metadata) => console.log(message, metadata),
      },
    })
    expectTypeOf<{ warn(code: string): void }>().toExtend<AuthConfig['logger']>()
  })

  it('accepts one secret or several', () => {
    // proves CFG-32
    expectTypeOf<AuthConfig['secret']>().toEqualTypeOf<string | readonly string[] | undefined>()
  })

  it('infers the fields of `authorize` from the fields of the form', () => {
    Credentials({
      credentials: { email: { type: 'email' }, password: {} },
      authorize: (fields) => {
        expectTypeOf(fields).toEqualTypeOf<Partial<Record<'email' | 'password', string>>>()
        return null
      },
    })
  })

  it('infers the type of the profile from the provider', () => {
    GitHub({
      profile: (profile) => {
        expectTypeOf(profile.login).toEqualTypeOf<string>()
        return { id: profile.login }
      },
    })
  })
})

describe('a provider', () => {
  it('has one of the known types', () => {
    // proves GEN-4, §8.1
    expectTypeOf<'oauth' | 'oidc' | 'email' | 'credentials'>().toExtend<ProviderConfig['type']>()
    expectTypeOf<{ id: string; name: string; type: 'saml' }>().not.toExtend<ProviderConfig>()
  })
})

describe('the texts', () => {
  it('can be partial or returned by a function', () => {
    expectTypeOf<{ signIn: { title: string } }>().toExtend<PartialTexts>()
    expectTypeOf<Texts>().toExtend<PartialTexts>()
    expectTypeOf(({ languages }: LocaleContext) => (languages.length > 0 ? { lang: 'de' } : {})).toExtend<
      NonNullable<AuthConfig['texts']>
    >()
  })

  it('reject unknown names and wrong types', () => {
    const misspelt: AuthConfig['texts'] = {
      lang: 'de',
      // @ts-expect-error misspelt
      signIn: { title: 'Anmelden', whit: (name: string) => name },
    }
    // @ts-expect-error an unknown group
    const unknown: AuthConfig['texts'] = { signin: { title: 'Anmelden' } }
    // @ts-expect-error misspelt in the result of a function
    const chosen: AuthConfig['texts'] = () => ({ lang: 'de', signIn: { titel: 'Anmelden' } })
    expectTypeOf<{ signIn: { title: () => string } }>().not.toExtend<PartialTexts>()
    expectTypeOf<{ signIn: { with: string } }>().not.toExtend<PartialTexts>()
    expectTypeOf<{ dir: 'down' }>().not.toExtend<PartialTexts>()
    expectTypeOf([misspelt, unknown, chosen]).toBeArray()
  })
})
