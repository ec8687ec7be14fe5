import { vi } from 'vitest'
import { Application, PASS_THROUGH } from '../application.ts'
import { database } from '../database.ts'
import { createIdp, oidc } from '../identity-provider.ts'
import type { Configuration, Fields, Functions, Library } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'

interface Mail extends Fields {
  readonly url: string
  readonly token: string
}

interface Setup {
  readonly app: Application
  readonly mails: Mail[]
  readonly adapter: Functions
}

function open(library: Library, options: Fields = {}, config: Configuration = {}): Setup {
  const mails: Mail[] = []
  const adapter = database()
  const provider = library.Nodemailer({
    id: 'email',
    server: 'smtp://localhost',
    from: 'no-reply@app.test',
    sendVerificationRequest: (params: Mail) => void mails.push(params),
    ...options,
  })
  const app = new Application(library, {
    config: { providers: [provider], adapter, callbacks: PASS_THROUGH, ...config },
  })
  return { app, mails, adapter }
}

function scenario(
  name: string,
  act: (setup: Setup) => Promise<unknown>,
  options: Fields = {},
  config: Configuration = {},
): Scenario {
  return {
    name: `e-mail: ${name}`,
    run: async (library) => {
      const setup = open(library, options, config)
      await act(setup)
      return setup.app.record
    },
  }
}

const request = ({ app }: Setup, email = 'Ann@Example.com', step = 'requests a link'): Promise<Response> =>
  app.post(step, '/signin/email', { email, callbackUrl: '/after' })

/** Removes the random token from the link, so that what remains can be compared. */
function withoutToken(url: string): string {
  return url.replace(/token=[^&]*/, 'token=<token>')
}

const follow = ({ app, mails }: Setup, step = 'opens the link'): Promise<Response> =>
  app.get(step, mails.at(-1)?.url ?? '')

const both = (setup: Setup): Promise<unknown> => request(setup).then(() => follow(setup))
const refuse = (): never => {
  throw new Error('no connection')
}

export const EMAIL: readonly Scenario[] = [
  scenario('a new user', async (setup) => {
    await both(setup)
    await setup.app.get('reads the session', '/session')
  }),
  scenario('a new user, sessions in a cookie', both, {}, { session: { strategy: 'jwt' } }),
  scenario('a known user', async (setup) => {
    await setup.adapter.createUser?.({
      id: 'ann',
      name: 'Ann',
      email: 'ann@example.com',
      emailVerified: null,
    })
    await both(setup)
  }),
  scenario('a user who is signed in', async (setup) => {
    await both(setup)
    await request(setup, 'bob@example.com', 'requests a second link')
    await follow(setup, 'opens the second link')
  }),
  scenario('what sendVerificationRequest gets', async (setup) => {
    await request(setup)
    const [mail] = setup.mails
    const { provider, url, ...rest } = mail as Fields
    setup.app.observe('arguments', {
      ...rest,
      url: withoutToken(String(url)),
      provider: {
        id: (provider as Fields).id,
        from: (provider as Fields).from,
        maxAge: (provider as Fields).maxAge,
      },
    })
  }),
  scenario('a link that was used', async (setup) => {
    await both(setup)
    await follow(setup, 'opens the link again')
  }),
  scenario('a link that expired', async (setup) => {
    await request(setup)
    vi.setSystemTime(Date.now() + 86_400_000 + 1000)
    await follow(setup)
  }),
  scenario('a wrong token', async (setup) => {
    await request(setup)
    await setup.app.get('opens a changed link', '/callback/email?token=x&email=ann%40example.com')
  }),
  scenario('a link without a token', async (setup) => {
    await request(setup)
    await setup.app.get('opens a changed link', '/callback/email?email=ann%40example.com')
  }),
  scenario('another address in the link', async (setup) => {
    await request(setup)
    await setup.app.get('opens a changed link', setup.mails[0]?.url.replace('ann%40', 'bob%40') ?? '')
  }),
  scenario('another browser opens the link', async (setup) => {
    await request(setup)
    const response = await setup.app.fetch(
      new Request(setup.mails[0]?.url ?? '', { headers: { accept: 'text/html' } }),
    )
    setup.app.observe('status', response.status)
  }),
  scenario('no address', (setup) => request(setup, '')),
  scenario('two addresses', (setup) => request(setup, 'ann@example.com,bob@example.com')),
  scenario('spaces and capitals in the address', (setup) => request(setup, ' ANN@Example.com ')),
  scenario('normalizeIdentifier', (setup) => request(setup), {
    normalizeIdentifier: (email: string) => `normalized-${email}`,
  }),
  scenario('normalizeIdentifier throws', (setup) => request(setup), { normalizeIdentifier: refuse }),
  scenario(
    'generateVerificationToken and maxAge',
    async (setup) => {
      await request(setup)
      setup.app.observe('token', setup.mails[0]?.token)
      await follow(setup)
    },
    { generateVerificationToken: () => 'generated-token', maxAge: 600 },
  ),
  scenario(
    'a mail that cannot be sent',
    async (setup) => {
      await request(setup)
      await setup.app.postByScript('a script requests a link', '/signin/email', { email: 'ann@example.com' })
    },
    { sendVerificationRequest: refuse },
  ),
  scenario('a script', async (setup) => {
    await setup.app.postByScript('requests a link', '/signin/email', {
      email: 'ann@example.com',
      callbackUrl: '/after',
    })
  }),
  scenario(
    'the signIn callback refuses to send',
    (setup) => request(setup),
    {},
    {
      callbacks: { ...PASS_THROUGH, signIn: ({ email }) => email?.verificationRequest !== true },
    },
  ),
  scenario(
    'the signIn callback returns a path',
    (setup) => request(setup),
    {},
    {
      callbacks: { ...PASS_THROUGH, signIn: () => '/invite' },
    },
  ),
  scenario(
    'the signIn callback refuses the link',
    both,
    {},
    {
      callbacks: { ...PASS_THROUGH, signIn: ({ email }) => email?.verificationRequest === true },
    },
  ),
  scenario(
    'pages.verifyRequest',
    (setup) => request(setup),
    {},
    { pages: { verifyRequest: '/check-your-mail' } },
  ),
  scenario('pages.newUser', both, {}, { pages: { newUser: '/welcome' } }),
  {
    name: 'e-mail: the address of a user with an account',
    run: async (library) => {
      const idp = createIdp()
      const setup = open(library)
      const providers = [...(setup.app.config.providers ?? []), oidc(library, idp)]
      const app = new Application(library, {
        config: { providers, adapter: setup.adapter, callbacks: PASS_THROUGH },
      })
      const started = await app.post('starts the sign-in at a provider', '/signin/idp')
      await app.get('returns from the provider', idp.agree(started.headers.get('location') ?? '').href)
      await app.post('requests a link', '/signin/email', { email: 'ann@example.com' })
      await app.get('opens the link', setup.mails[0]?.url ?? '')
      return app.record
    },
  },
]
