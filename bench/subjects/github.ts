import { ANN } from './fixtures.ts'

/**
 * Replaces `fetch` with a function that responds like GitHub. It is the same for all libraries,
 * because not all of them accept a custom `fetch`. It responds immediately, so that only the
 * library is measured.
 */
export function mockGitHub(): void {
  globalThis.fetch = async (input) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
    const body = RESPONSES[origin + pathname]
    if (body === undefined) throw new TypeError(`No response for ${origin}${pathname}`)
    return Response.json(body)
  }
}

/** Not the address of the account with a password, so that no account linking takes place. */
const EMAIL = 'ann@github.example'

const RESPONSES: Readonly<Record<string, unknown>> = {
  'https://github.com/login/oauth/access_token': {
    access_token: 'gho_0123456789',
    token_type: 'bearer',
    scope: 'read:user,user:email',
  },
  'https://api.github.com/user': {
    id: 583231,
    login: 'ann',
    name: ANN.name,
    email: EMAIL,
    avatar_url: ANN.image,
  },
  'https://api.github.com/user/emails': [
    { email: EMAIL, primary: true, verified: true, visibility: 'public' },
  ],
}
