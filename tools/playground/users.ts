import { avatar } from './avatar.ts'

/**
 * A test user of the playground's provider, as standard claims. All of them are fictional or
 * historical.
 */
export interface TestUser {
  readonly sub: string
  readonly name: string
  readonly given_name: string
  readonly family_name: string
  readonly preferred_username: string
  readonly locale: string
  readonly email: string
  readonly email_verified: boolean
  /** The path of the picture at the provider. Not every user has one. */
  readonly picturePath?: string
}

/**
 * Claims by scope, section 5.4 of [OpenID Connect
 * Core](https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims).
 */
export const CLAIMS_BY_SCOPE = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'picture'],
  email: ['email', 'email_verified'],
} as const

/**
 * The three test users: one with a complete profile, one without a picture, and one with a name
 * outside ASCII and an unverified e-mail address.
 */
export const TEST_USERS: readonly TestUser[] = [
  {
    sub: 'ada',
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    preferred_username: 'ada',
    locale: 'en-GB',
    email: 'ada@example.com',
    email_verified: true,
    picturePath: '/users/ada.svg',
  },
  {
    sub: 'grace',
    name: 'Grace Hopper',
    given_name: 'Grace',
    family_name: 'Hopper',
    preferred_username: 'grace',
    locale: 'en-US',
    email: 'grace@example.org',
    email_verified: true,
  },
  {
    sub: 'chloe',
    name: 'Chloé Nguyễn',
    given_name: 'Chloé',
    family_name: 'Nguyễn',
    preferred_username: 'chloé',
    locale: 'fr-FR',
    email: 'chloe@example.com',
    email_verified: false,
    picturePath: '/users/chloe.svg',
  },
]

/** The pictures as SVG text, by path. */
export const PICTURES: ReadonlyMap<string, string> = new Map([
  ['/users/ada.svg', avatar({ background: '#1d5c63', clothes: '#e8a33d', skin: '#f2c9a1', hair: '#3b2418' })],
  [
    '/users/chloe.svg',
    avatar({ background: '#8c3b3b', clothes: '#f4e3c1', skin: '#c98d62', hair: '#17120f' }),
  ],
])

/** Returns the user with this identifier, if there is one. */
export function findUser(sub: string): TestUser | undefined {
  return TEST_USERS.find((user) => user.sub === sub)
}

/**
 * Returns all claims of a user at the provider `issuer`. The scopes decide which of them an
 * application receives.
 */
export function toClaims({ picturePath, ...claims }: TestUser, issuer: string) {
  return picturePath === undefined ? claims : { ...claims, picture: new URL(picturePath, issuer).href }
}
