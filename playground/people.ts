import { avatar } from './avatar.ts'

/** Somebody whom a visitor can be at the playground's provider, as standard claims. All of them are made up or long dead. */
export interface Person {
  readonly sub: string
  readonly name: string
  readonly given_name: string
  readonly family_name: string
  readonly preferred_username: string
  readonly locale: string
  readonly email: string
  readonly email_verified: boolean
  /** Path of the picture at the provider; not everybody has one. */
  readonly picturePath?: string
}

/** Claims by scope, section 5.4 of [OpenID Connect Core](https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims). */
export const CLAIMS_BY_SCOPE = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'picture'],
  email: ['email', 'email_verified'],
} as const

/** The three people: all is well; no picture; and a name outside ASCII with an address that nobody has verified. */
export const PEOPLE: readonly Person[] = [
  {
    sub: 'ada',
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    preferred_username: 'ada',
    locale: 'en-GB',
    email: 'ada@example.com',
    email_verified: true,
    picturePath: '/people/ada.svg',
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
    picturePath: '/people/chloe.svg',
  },
]

/** The pictures, SVG text by path. */
export const PICTURES: ReadonlyMap<string, string> = new Map([
  [
    '/people/ada.svg',
    avatar({ background: '#1d5c63', clothes: '#e8a33d', skin: '#f2c9a1', hair: '#3b2418' }),
  ],
  [
    '/people/chloe.svg',
    avatar({ background: '#8c3b3b', clothes: '#f4e3c1', skin: '#c98d62', hair: '#17120f' }),
  ],
])

/** The person with this identifier, if there is one. */
export function findPerson(sub: string): Person | undefined {
  return PEOPLE.find((person) => person.sub === sub)
}

/** Everything that the provider at `issuer` can say of a person; what an application gets of it depends on the scopes. */
export function claimsOf({ picturePath, ...claims }: Person, issuer: string) {
  return picturePath === undefined ? claims : { ...claims, picture: new URL(picturePath, issuer).href }
}
