import type { Context } from '../../contract/context.ts'
import { endpointUrl, pageUrl } from '../../http/endpoint-url.ts'
import type { AccountSection } from '../../types/account-pages.ts'

type Query = Readonly<Record<string, string | undefined>>

/** The last segment of each section's path. */
const SEGMENTS: Readonly<Record<AccountSection, string>> = {
  profile: 'profile',
  email: 'email',
  password: 'password',
  secondFactor: 'second-factor',
  passkeys: 'passkeys',
  accounts: 'accounts',
  sessions: 'sessions',
  events: 'events',
  export: 'export',
  delete: 'delete',
}

/** Returns the section that a path names; `undefined` if there is none. */
export function findSection(segment: string): AccountSection | undefined {
  return (Object.keys(SEGMENTS) as AccountSection[]).find((section) => SEGMENTS[section] === segment)
}

/** Returns the URL of the overview: the built-in page, or the application's own. */
export function overviewUrl({ auth, base }: Pick<Context, 'auth' | 'base'>, query?: Query): string {
  const { path: page } = auth.accountPages || {}
  return page === undefined ? endpointUrl(base, 'account', query) : pageUrl(base, page, query)
}

/** Returns the URL of a section, to which its forms are sent. */
export function sectionUrl({ base }: Pick<Context, 'base'>, section: AccountSection, query?: Query): string {
  return endpointUrl(base, `account/${SEGMENTS[section]}`, query)
}
