import type { Module } from './module.ts'

const REFRESH = "The library refreshes no tokens: the application's code does, and verifies what it receives."
const IN_A_FRAME =
  'Browsers block the cookies of pages in frames, so such a page cannot end the session. ' +
  'Back-channel logout needs no browser.'

/** The modules for refresh tokens, and for sign-ins that another site starts. */
const SIGN_IN: readonly Module[] = [
  {
    module: 'oidcc-client-test-refresh-token',
    plans: ['refresh'],
    provider: 'Issues a refresh token.',
    must: 'Refreshes the access token, and sends the new one to the userinfo endpoint.',
    notBuilt: REFRESH,
  },
  {
    module: 'oidcc-client-test-refresh-token-invalid-issuer',
    plans: ['refresh'],
    provider: "Names another issuer in a refresh's ID token.",
    must: 'Rejects the ID token.',
    notBuilt: REFRESH,
  },
  {
    module: 'oidcc-client-test-refresh-token-invalid-sub',
    plans: ['refresh'],
    provider: "Names another subject in a refresh's ID token.",
    must: 'Rejects the ID token.',
    notBuilt: REFRESH,
  },
  {
    module: 'oidcc-client-test-3rd-party-init-login',
    plans: ['thirdParty'],
    provider: "Sends the user to the client's `initiate_login_uri`.",
    must: 'Starts a sign-in at this provider.',
    notBuilt:
      'A link from another site starts no sign-in, which protects against login CSRF. ' +
      'It can open the sign-in page, where the user starts the sign-in.',
  },
]

const IN_FRAMES: readonly Pick<Module, 'module' | 'plans' | 'provider' | 'must'>[] = [
  {
    module: 'oidcc-client-test-rp-frontchannel-rpinitlogout',
    plans: ['frontChannel'],
    provider: "Loads the client's logout page in a frame, after the client started the logout.",
    must: 'Ends the session.',
  },
  {
    module: 'oidcc-client-test-rp-frontchannel-opinitlogout',
    plans: ['frontChannel'],
    provider: "Loads the client's logout page in a frame, after it started the logout itself.",
    must: 'Ends the session.',
  },
  {
    module: 'oidcc-client-test-session-management',
    plans: ['session'],
    provider: 'Reports in a frame whether its session has changed.',
    must: 'Asks before and after the logout.',
  },
]

/** Modules of features that do not exist yet. */
export const NOT_BUILT: readonly Module[] = [
  ...SIGN_IN,
  ...IN_FRAMES.map((module) => ({ ...module, notBuilt: IN_A_FRAME })),
]
