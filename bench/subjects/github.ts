import { ANN } from './people.ts'

/**
 * GitHub as a function in the place of `fetch`: the same for all libraries, since not all of them take a `fetch` of their own. It answers at once,
 * so that what is measured is the library.
 */
export function answerAsGitHub(): void {
  globalThis.fetch = async (input) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
    const answer = ANSWERS[origin + pathname]
    if (answer === undefined) throw new TypeError(`Nobody is at ${origin}${pathname}`)
    return Response.json(answer)
  }
}

/** Not the address that she has a password with: whether that would be her is another question. */
const EMAIL = 'ann@github.example'

const ANSWERS: Readonly<Record<string, unknown>> = {
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
