import type {
  Account,
  CredentialInput,
  CredentialsConfig,
  DefaultJWT,
  DefaultSession,
  JWT,
  OAuth2Config,
  Profile,
  ProviderType,
  Session,
  TokenEndpointResponse,
  TokenSet,
  User,
} from 'latchkey'
import { describe, expectTypeOf, it } from 'vitest'

type NullableText = string | null | undefined

describe('a session', () => {
  it('has an expiry date and an optional user', () => {
    // proves SES-10
    expectTypeOf<Required<DefaultSession>>().toEqualTypeOf<{
      user: User
      expires: string
      amr: readonly string[]
      authTime: number
    }>()
    expectTypeOf<{ expires: string }>().toExtend<DefaultSession>()
    expectTypeOf<{ user: User }>().not.toExtend<DefaultSession>()
    // proves SES-11
    expectTypeOf<Session>().toExtend<DefaultSession>()
  })

  it('is stored as a token with known and custom claims', () => {
    // proves SES-12
    expectTypeOf<JWT>().toExtend<DefaultJWT>()
    expectTypeOf<JWT['picture']>().toEqualTypeOf<NullableText>()
    expectTypeOf<JWT['sub' | 'jti']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<JWT['iat' | 'exp']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<JWT['anything']>().toEqualTypeOf<unknown>()
  })
})

describe('a user', () => {
  it('has only optional properties', () => {
    // proves USR-1
    expectTypeOf<User['id']>().toEqualTypeOf<string | undefined>()
    // proves USR-2, USR-3, USR-4
    expectTypeOf<Required<Omit<User, 'id'>>>().toEqualTypeOf<
      Record<'name' | 'email' | 'image', string | null>
    >()
    expectTypeOf<Record<never, never>>().toExtend<User>()
  })

  it('is returned by the `profile` function of an OAuth provider', () => {
    type MakeUser = NonNullable<OAuth2Config['profile']>
    // proves USR-5
    expectTypeOf<(profile: Profile) => User>().toExtend<MakeUser>()
    expectTypeOf<(profile: Profile) => Promise<User>>().toExtend<MakeUser>()
    expectTypeOf<(profile: Profile) => { id: number }>().not.toExtend<MakeUser>()
  })
})

describe('an account', () => {
  it('has the tokens of the provider', () => {
    // proves ACC-1
    expectTypeOf<Account>().toExtend<Partial<TokenEndpointResponse>>()
    expectTypeOf<Account>().toExtend<TokenSet>()
    // proves ACC-8, ACC-9
    expectTypeOf<Account['access_token' | 'refresh_token' | 'id_token' | 'scope']>().toEqualTypeOf<
      string | undefined
    >()
    // proves ACC-10
    expectTypeOf<Account['token_type']>().toEqualTypeOf<Lowercase<string> | undefined>()
    // proves ACC-11, ACC-12
    expectTypeOf<Account['expires_in' | 'expires_at']>().toEqualTypeOf<number | undefined>()
  })

  it('has read-only tokens', () => {
    const account: Account = { provider: 'acme', providerAccountId: '1', type: 'oidc' }
    // proves ACC-8
    // @ts-expect-error read-only
    account.access_token = ''
    // proves ACC-8
    // @ts-expect-error read-only
    account.refresh_token = ''
    // proves ACC-8
    // @ts-expect-error read-only
    account.id_token = ''
    // proves ACC-9
    // @ts-expect-error read-only
    account.scope = ''
    // proves ACC-10
    // @ts-expect-error read-only
    account.token_type = 'bearer'
    // proves ACC-11
    // @ts-expect-error read-only
    account.expires_in = 1
    // proves ACC-12
    account.expires_at = 1
  })

  it('has a provider, an account id and a type', () => {
    // proves ACC-2, ACC-3, ACC-6
    expectTypeOf<Required<Pick<Account, 'provider' | 'providerAccountId' | 'type'>>>().toEqualTypeOf<{
      provider: string
      providerAccountId: string
      type: ProviderType
    }>()
    expectTypeOf<{ provider: string; providerAccountId: string; type: 'oidc' }>().toExtend<Account>()
    expectTypeOf<{ provider: string; providerAccountId: string }>().not.toExtend<Account>()
    expectTypeOf<{ provider: string; type: 'oidc' }>().not.toExtend<Account>()
    expectTypeOf<{ providerAccountId: string; type: 'oidc' }>().not.toExtend<Account>()
    // proves ACC-7
    expectTypeOf<Account['userId']>().toEqualTypeOf<string | undefined>()
    // proves GEN-4
    expectTypeOf<'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'>().toEqualTypeOf<ProviderType>()
  })
})

describe('a profile', () => {
  it('can have any claim', () => {
    // proves PRF-1
    expectTypeOf<Profile['anything']>().toEqualTypeOf<unknown>()
    // proves PRF-2
    expectTypeOf<Record<never, never>>().toExtend<Profile>()
  })

  it('has types for the standard claims', () => {
    // proves PRF-3
    expectTypeOf<
      Profile['id' | 'sub' | 'name' | 'given_name' | 'family_name' | 'middle_name']
    >().toEqualTypeOf<NullableText>()
    expectTypeOf<
      Profile['nickname' | 'preferred_username' | 'profile' | 'email' | 'gender']
    >().toEqualTypeOf<NullableText>()
    expectTypeOf<
      Profile['birthdate' | 'locale' | 'phone_number' | 'website' | 'zoneinfo']
    >().toEqualTypeOf<NullableText>()
    // proves PRF-4
    expectTypeOf<Profile['email_verified']>().toEqualTypeOf<boolean | null | undefined>()
    // proves PRF-5
    expectTypeOf<Profile['picture']>().toBeAny()
    // proves PRF-6
    expectTypeOf<Profile['updated_at']>().toEqualTypeOf<string | number | Date | null | undefined>()
    type AddressPart = 'country' | 'formatted' | 'locality' | 'postal_code' | 'region' | 'street_address'
    // proves PRF-7
    expectTypeOf<Profile['address']>().toEqualTypeOf<
      { [P in AddressPart]?: string | null } | null | undefined
    >()
  })

  it('has the same type for every text claim', () => {
    // proves PRF-3
    // A union of the properties would hide one with a narrower type.
    type Texts = Omit<KnownClaims, 'email_verified' | 'picture' | 'updated_at' | 'address'>
    expectTypeOf<Texts>().toEqualTypeOf<{ [K in keyof Texts]?: string | null }>()
  })
})

type KnownClaims = { [K in keyof Profile as string extends K ? never : K]: Profile[K] }

describe('credentials', () => {
  it('are the fields of a form', () => {
    // proves SES-13
    expectTypeOf<CredentialsConfig['credentials']>().toEqualTypeOf<Record<string, CredentialInput>>()
    expectTypeOf<{
      label: string
      type: string
      placeholder: string
      value: string
    }>().toExtend<CredentialInput>()
  })
})
