import { Application, PASS_THROUGH } from '../application.ts'
import { database } from '../database.ts'
import type { Configuration, Fields, Library } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'

const RIGHT = { email: 'ann@example.com', password: 'right', callbackUrl: '/after' }
const WRONG = { ...RIGHT, password: 'wrong' }

type Authorize = (credentials: Fields, request: Request) => unknown

/** Returns a credentials provider with the function that decides. */
export function credentials({ Credentials }: Library, authorize: Authorize, options: Fields = {}): unknown {
  return Credentials({
    credentials: {
      email: { label: 'E-mail', type: 'email' },
      password: { label: 'Password', type: 'password' },
    },
    authorize,
    ...options,
  })
}

/** Signs Ann in with the password `right`. */
export const authorizeAnn: Authorize = ({ email, password }) =>
  password === 'right' ? { id: 'ann', name: 'Ann', email, role: 'admin' } : null

function open(library: Library, authorize: Authorize, config: Configuration = {}): Application {
  return new Application(library, {
    config: { providers: [credentials(library, authorize)], callbacks: PASS_THROUGH, ...config },
  })
}

/** A scenario in which `authorize` gets one form, from a browser and from a script. */
function withAuthorize(
  name: string,
  authorize: (library: Library) => Authorize,
  fields: Record<string, string> = RIGHT,
): Scenario {
  return {
    name,
    run: async (library) => {
      const app = open(library, authorize(library))
      await app.post('a browser signs in', '/callback/credentials', fields)
      await app.get('reads the session', '/session')
      const script = open(library, authorize(library))
      await script.postByScript('a script signs in', '/callback/credentials', fields)
      return { ...app.record, ...script.record }
    },
  }
}

/** A scenario in which the `signIn` callback decides about the right password. */
function withSignIn(name: string, signIn: () => unknown): Scenario {
  return {
    name,
    run: async (library) => {
      const app = open(library, authorizeAnn, { callbacks: { ...PASS_THROUGH, signIn } })
      await app.post('a browser signs in', '/callback/credentials', RIGHT)
      await app.postByScript('a script signs in', '/callback/credentials', RIGHT)
      await app.get('reads the session', '/session')
      return app.record
    },
  }
}

export const CREDENTIALS: readonly Scenario[] = [
  withAuthorize('signs in with the right password', () => authorizeAnn),
  withAuthorize('signs in with a wrong password', () => authorizeAnn, WRONG),
  withAuthorize('authorize returns undefined', () => () => undefined),
  withAuthorize('authorize throws CredentialsSignin', ({ CredentialsSignin }) => () => {
    throw new CredentialsSignin()
  }),
  withAuthorize('authorize throws CredentialsSignin with a code', ({ CredentialsSignin }) => () => {
    throw Object.assign(new CredentialsSignin(), { code: 'locked' })
  }),
  withAuthorize('authorize throws an error', () => () => {
    throw new Error('no database')
  }),
  withAuthorize('authorize returns a numeric id', () => () => ({ id: 7, name: 'Ann' })),
  withAuthorize('authorize returns no id', () => () => ({ name: 'Ann', email: 'ann@example.com' })),
  withAuthorize('authorize returns no id and no address', () => () => ({ name: 'Ann' })),
  withSignIn('the signIn callback returns false', () => false),
  withSignIn('the signIn callback returns a path', () => '/verify'),
  withSignIn('the signIn callback returns a URL of another origin', () => 'https://other.test/page'),
  withSignIn('the signIn callback throws', () => {
    throw new Error('denied')
  }),
  {
    name: 'authorize gets the fields and the request',
    run: async (library) => {
      const seen: Fields[] = []
      const app = open(library, (fields, request) => {
        const { method, url, headers } = request
        seen.push({ fields, method, url, 'user-agent': headers.get('user-agent') })
        return { id: 'ann' }
      })
      const fields = { ...RIGHT, remember: 'on' }
      await app.post('signs in', '/callback/credentials?from=form', fields, { 'user-agent': 'a browser' })
      app.observe('arguments of authorize', seen)
      return app.record
    },
  },
  {
    name: 'credentials beside a database',
    run: async (library) => {
      const app = open(library, authorizeAnn, { adapter: database(), session: { strategy: 'jwt' } })
      await app.post('signs in', '/callback/credentials', RIGHT)
      await app.get('reads the session', '/session')
      return app.record
    },
  },
]
