import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { expect } from 'vitest'
import type { Case } from './case.ts'
import type { Module } from './module.ts'

/** What every sign-out must do: the request to the provider, and the end of the session before. */
const SIGNED_OUT = {
  request: {
    id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    client_id: 'app',
    post_logout_redirect_uri: `${BASE}/signout/idp`,
    state: expect.stringMatching(/^[0-9a-f]{64}$/),
  },
  isEnded: true,
}

const COMMON: Pick<Case, 'provider' | 'options' | 'observe'> = {
  provider: { discovery: { end_session_endpoint: 'https://id.test/logout' } },
  options: { logout: true },
  observe: ({ signOut }) => signOut,
}

/** The modules for sign-outs at the provider that the application starts. */
export const RP_LOGOUT: readonly Module[] = [
  {
    module: 'oidcc-client-test-rp-init-logout',
    plans: ['rpLogout'],
    provider: 'Ends its session, and redirects back.',
    must: 'Sends the user to the provider to sign out.',
    cases: [
      {
        ...COMMON,
        title: 'sends the user to the provider, and then to the callback URL',
        afterSignOut: () => {},
        observed: { ...SIGNED_OUT, target: `${ORIGIN}/bye` },
      },
    ],
  },
  {
    module: 'oidcc-client-test-rp-init-logout-other-state',
    plans: ['rpLogout'],
    provider: 'Redirects back from the logout with another state.',
    must: 'Handles the redirect.',
    cases: [
      {
        ...COMMON,
        title: 'leads to the home page with another state',
        afterSignOut: ({ searchParams }) => searchParams.set('state', 'another state'),
        observed: { ...SIGNED_OUT, target: ORIGIN },
      },
    ],
  },
  {
    module: 'oidcc-client-test-rp-init-logout-no-state',
    plans: ['rpLogout'],
    provider: 'Redirects back from the logout without a state.',
    must: 'Handles the redirect.',
    cases: [
      {
        ...COMMON,
        title: 'leads to the home page without a state',
        afterSignOut: ({ searchParams }) => searchParams.delete('state'),
        observed: { ...SIGNED_OUT, target: ORIGIN },
      },
    ],
  },
]
