import type { Context } from '../../contract/context.ts'
import type { AccountPage } from '../../contract/pages.ts'
import { findPasswordProvider } from '../../contract/providers.ts'
import type { PageResult } from '../../contract/result.ts'
import { endpointUrl } from '../../http/endpoint-url.ts'
import { passwordLengths } from '../../passwords/rules.ts'
import { csrfField } from '../../security/csrf.ts'
import { stepUpUrl } from '../../step-up/demand.ts'
import type { AccountSection } from '../../types/account-pages.ts'
import type { AccountPlaces } from '../../user/account-sections.ts'
import { accountOverview } from '../../user/overview.ts'
import { overviewUrl, sectionUrl } from './urls.ts'

/** How many events the page with them has. */
const EVENTS = 200
/** How recent a sign-in must be to set up a second factor, in seconds. */
const RECENT = 15 * 60

/** Returns the overview, or the page of a section. */
export async function accountPage(
  ctx: Context,
  userId: string,
  places: AccountPlaces,
  section?: AccountSection,
): Promise<PageResult> {
  const { auth, base, query, providers } = ctx
  const read = (name: string): string | undefined => query.get(name) ?? undefined
  const password = findPasswordProvider(providers)?.password
  const page: AccountPage = {
    name: 'account',
    section,
    overview: await accountOverview(ctx, userId, { events: section === 'events' ? EVENTS : undefined }),
    urls: {
      overview: overviewUrl(ctx),
      sections: listUrls(ctx, places),
      enroll: enrolmentUrl(ctx),
      addPasskey: endpointUrl(base, 'signin', { callbackUrl: sectionUrl(ctx, 'passkeys') }),
      signIn: endpointUrl(base, 'signin'),
    },
    csrfToken: await csrfField(ctx),
    status: read('status'),
    error: read('error'),
    code: read('code'),
    lengths: password && passwordLengths(ctx, password),
    rename: read('rename'),
    from: Math.max(0, Math.trunc(Number(read('from')) || 0)),
    hasPasskeyFactor: auth.secondFactor != null && auth.secondFactor.passkey !== false,
  }
  return { type: 'page', status: 200, page }
}

function listUrls(ctx: Context, places: AccountPlaces): AccountPage['urls']['sections'] {
  const urls = [...places].map(([section, place]) => {
    if (place !== 'built-in') return [section, new URL(place.page, ctx.base.origin).href] as const
    // Nothing is changed there.
    return [section, section === 'profile' ? '' : sectionUrl(ctx, section)] as const
  })
  return Object.fromEntries(urls)
}

function enrolmentUrl(ctx: Context): string {
  const callbackUrl = sectionUrl(ctx, 'secondFactor', { status: 'factorAdded' })
  return stepUpUrl(ctx, { within: RECENT, secondFactor: true, callbackUrl })
}
