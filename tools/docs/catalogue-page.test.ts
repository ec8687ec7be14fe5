import { describe, expect, it } from 'vitest'
import { readDocstring } from './catalogue-docstring.mjs'
import type { Entry } from './catalogue-entries.mjs'
import { missingFacts } from './catalogue-facts.mjs'
import { renderProvider } from './catalogue-page.mjs'

const facts = `
 * Create the application:
 * 1. Open the console and choose **New**.
 * 2. Paste the callback URL into **Redirect URL**.
 *
 * Scopes: \`read\` reads the profile. To read the teams too, add
 * \`teams\`.
 *
 * E-mail address: The address is always present, and verified.
 *
 * Limits:
 * - Acme returns no refresh
 *   token.
 * - An application has only one callback URL.
 *`
const data = {
  id: 'acme',
  name: 'Acme',
  type: 'oauth',
  authorization: { url: 'https://acme.example/authorize', params: { scope: 'read' } },
  profile: ({ id, email }: Record<string, string>) => ({ id, email, image: null }),
  isEmailVerified: () => true,
}
const sample = {
  profile: {},
  user: { id: '42', name: 'Ann Example', email: 'ann@example.com' },
}

/** Returns a provider whose docstring has these facts. */
function entry(given: { facts?: string; data?: object; sample?: object } = {}): Entry {
  const docstring = `
 * Returns the Acme provider.
 *
 * Set \`AUTH_ACME_ID\` and \`AUTH_ACME_SECRET\`.
 *${given.facts ?? facts}
 * Acme is closed on Sundays.
 *
 * @see https://acme.example/apps Register an application
 * @see https://acme.example/docs Documentation
 `
  return {
    module: 'acme',
    source: 'acme.ts',
    lines: 20,
    factory: 'Acme',
    docstring,
    ...readDocstring(docstring),
    documentation: { checkedOn: '2026-01-31', url: 'https://acme.example/docs' },
    usesIcon: false,
    data: { ...data, ...given.data },
    sample: { ...sample, ...given.sample },
  }
}

describe('the page of a provider', () => {
  it('shows the steps that create the application, with a link to the callback URLs', () => {
    expect(renderProvider(entry())).toContain(`### Create the application

[Register an application](https://acme.example/apps):

1. Open the console and choose **New**.
2. Paste the [callback URL](#callback-url) into **Redirect URL**.

### Callback URL`)
  })

  it('shows the callback URLs of a deployed and of a local application', () => {
    const page = renderProvider(entry())
    for (const url of [
      'https://example.com/api/auth/callback/acme',
      'https://example.com/auth/callback/acme',
      'http://localhost:3000/api/auth/callback/acme',
      'http://localhost:5173/auth/callback/acme',
    ])
      expect(page).toContain(`| \`${url}\` |`)
    expect(page).toMatch(/create a second\s+application for development/)
  })

  it('shows no local callback URL if all of them must use HTTPS', () => {
    const limit = '\n * Limits:\n * - Callback URLs must use HTTPS, during development too.\n *'
    const page = renderProvider(entry({ facts: limit }))
    expect(page).not.toContain('http://')
    expect(page).toContain('HTTPS tunnel')
  })

  it('shows local callback URLs with 127.0.0.1 if `localhost` is rejected', () => {
    const limit = '\n * Limits:\n * - Callback URLs cannot contain `localhost`. Use `127.0.0.1`.\n *'
    const page = renderProvider(entry({ facts: limit }))
    expect(page).toContain('http://127.0.0.1:3000/api/auth/callback/acme')
    expect(page).not.toContain('http://localhost')
  })

  it('shows the variables as a file, with an optional issuer as a comment', () => {
    const issuer = {
      type: 'oidc',
      issuer: 'https://{tenant}.example',
      issuerTemplate: 'https://{tenant}.example',
    }
    expect(renderProvider(entry({ data: issuer }))).toContain(`\`\`\`ini
# .env
AUTH_ACME_ID=
AUTH_ACME_SECRET=
# AUTH_ACME_ISSUER=https://{tenant}.example
\`\`\``)
  })

  it('shows the default scopes, and code that adds the one that the docstring names', () => {
    const page = renderProvider(entry())
    expect(page).toContain('By default, Latchkey requests `read`. `read` reads the profile.')
    expect(page).toContain("Acme({ authorization: { params: { scope: 'read teams' } } })")
  })

  it('explains the standard scopes without a sentence in the docstring', () => {
    const page = renderProvider(entry({ facts: '', data: { type: 'oidc', authorization: undefined } }))
    expect(page).toContain('By default, Latchkey requests `openid profile email`. `openid` gives')
  })

  it('shows the fields of the user, and which of them are missing', () => {
    const page = renderProvider(entry())
    expect(page).toContain('| `user.name` | `Ann Example` |')
    expect(page).toContain('| `user.image` | `null` |')
    expect(page).toContain('| `account.providerAccountId` | `42`, the ID at Acme |')
    const standard = renderProvider(entry({ data: { type: 'oidc', profile: undefined } }))
    expect(standard).toContain('| `user.image` | `null`, unless Acme sends the claim `picture` |')
  })

  it.each([
    ['verified by a function', {}, 'always present, and verified. To link accounts to users'],
    [
      'never verified by a function',
      { isEmailVerified: () => false },
      'Latchkey never treats it as verified',
    ],
    [
      'never verified without a field',
      { isEmailVerified: undefined },
      'Latchkey never treats it as verified',
    ],
  ])('says how the e-mail address is verified: %s', (_, given, sentence) => {
    expect(renderProvider(entry({ data: given })).replaceAll('\n', ' ')).toContain(sentence)
  })

  it('says that the e-mail address is never verified if the provider does not report it', () => {
    const email = '\n * E-mail address: Acme does not report\n * whether it is verified.\n *'
    expect(
      renderProvider(entry({ facts: email, data: { type: 'oidc', isEmailVerified: undefined } })).replaceAll(
        '\n',
        ' ',
      ),
    ).toContain('whether it is verified. Latchkey never treats it as verified')
  })

  it('says what the claims of OpenID Connect mean for the e-mail address', () => {
    const standard = { type: 'oidc', profile: undefined, isEmailVerified: undefined }
    expect(renderProvider(entry({ facts: '', data: standard })).replaceAll('\n', ' ')).toContain(
      'comes from the claim `email`. It counts as verified if the claim `email_verified` is `true`.',
    )
  })

  it('says that there is no e-mail address', () => {
    const page = renderProvider(entry({ facts: '', sample: { user: { id: '42' } } }))
    expect(page).toContain('Acme does not return an e-mail address')
  })

  it('lists the limits of the docstring and those of the data', () => {
    expect(renderProvider(entry({ data: { omits: ['pkce'] } }))).toContain(`## Limits

- Acme returns no refresh token.
- An application has only one callback URL.
- Acme does not support PKCE, so Latchkey sends no code challenge.
`)
  })

  it('keeps the other paragraphs as notes', () => {
    expect(renderProvider(entry())).toContain('## Notes\n\nAcme is closed on Sundays.\n\n## Reference')
  })
})

describe('the page of an e-mail provider', () => {
  const mail = entry({
    facts:
      '\n * Create the API key:\n * 1. Open the console.\n *\n * Sender: Verify the domain of `from`.\n *',
    data: { type: 'email', needs: ['from', 'apiKey'] },
  })

  it('shows how to create the key, which sender to use, and what happens if an e-mail is rejected', () => {
    const page = renderProvider(mail)
    expect(page).toContain('1. Open the console.\n\n**Sender.** Verify the domain of `from`.')
    expect(page).toContain('AUTH_ACME_KEY=')
    expect(page).toContain('AUTH_ACME_FROM="Example <no-reply@example.com>"')
    expect(page).toContain('[Acme]')
    expect(page).toContain('## Failures\n\nIf Acme rejects an e-mail')
    expect(page).not.toContain('## Scopes')
    expect(page).not.toContain('callback')
  })

  it('is complete with its steps and its sender', () => {
    expect(missingFacts(mail)).toEqual([])
    expect(missingFacts(entry({ facts: '', data: { type: 'email' } }))).toEqual([
      'Create the API key:',
      'Sender:',
    ])
  })
})

describe('the missing facts', () => {
  it('are the steps, the scopes and the e-mail address of an OAuth 2.0 provider', () => {
    expect(missingFacts(entry())).toEqual([])
    expect(missingFacts(entry({ facts: '' }))).toEqual([
      'Create the application:',
      'Scopes:',
      'E-mail address:',
    ])
  })

  it('are only the steps of an OpenID Connect provider that follows the standard', () => {
    const standard = {
      type: 'oidc',
      authorization: undefined,
      profile: undefined,
      isEmailVerified: undefined,
    }
    expect(missingFacts(entry({ facts: '', data: standard }))).toEqual(['Create the application:'])
  })
})

describe('the section about tokens and the sign-out', () => {
  const afterSignIn = {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'offline', access_type: 'long' }, setting: 'the setting **Offline**' },
    rotates: true,
    lifetimes: 'Access token: 1 hour.',
    sources: ['https://acme.example/tokens'],
  }

  // proves TOK-16
  it('says how to get a refresh token, and shows it as code', () => {
    const page = renderProvider(entry({ sample: { afterSignIn } }))
    expect(page).toContain(`## Tokens and sign-out

| | |
|---|---|
| Refresh token | with the setting **Offline**, the scope \`offline\` and the parameter \`access_type=long\` |
| Rotation | yes: each refresh returns a new refresh token |
| Lifetimes | Access token: 1 hour. |
| Revocation | not documented |
| Sign-out | not documented |
`)
    expect(page).toContain(
      "Acme({ authorization: { params: { scope: 'read offline', access_type: 'long' } } })",
    )
    expect(page).toContain('Sources: <https://acme.example/tokens>.')
  })

  // proves TOK-16
  it('says what Latchkey requests by default', () => {
    const params = { scope: 'read offline', access_type: 'long' }
    const page = renderProvider(entry({ data: { authorization: { params } }, sample: { afterSignIn } }))
    expect(page).toContain('and the parameter `access_type=long`, which Latchkey requests by default |')
    expect(page).not.toContain('To request a refresh token')
  })

  // proves TOK-16
  it('says that there are no refresh tokens', () => {
    const facts = { ...afterSignIn, refreshTokens: 'never', requestedBy: undefined }
    const page = renderProvider(entry({ data: { refresh: false }, sample: { afterSignIn: facts } }))
    expect(page).toContain('| Refresh token | none |\n| Lifetimes |')
  })

  // proves TOK-16
  it.each([
    [false, 'none'],
    ['https://acme.example/revoke', '`https://acme.example/revoke`'],
    [
      { url: 'https://acme.example/revoke', types: ['access_token'] },
      '`https://acme.example/revoke`, only access tokens',
    ],
    [{ request: () => undefined }, 'by a request that differs from the standard'],
    [undefined, 'discovered, such as `https://acme.example/discovered`'],
  ])('says where tokens are revoked: %o', (revocation, text) => {
    const discovery = { revocation_endpoint: 'https://acme.example/discovered' }
    const page = renderProvider(entry({ data: { revocation }, sample: { afterSignIn, discovery } }))
    expect(page).toContain(`| Revocation | ${text} |`)
  })

  // proves TOK-16
  it('shows how users sign out there, and the URL to register', () => {
    const discovery = { end_session_endpoint: 'https://acme.example/logout' }
    const facts = { ...afterSignIn, postLogoutField: '**Logout URLs**' }
    const page = renderProvider(entry({ sample: { afterSignIn: facts, discovery } }))
    expect(page).toContain('| Sign-out | discovered, such as `https://acme.example/logout` |')
    expect(page).toContain('Acme({ logout: true })')
    expect(page.replaceAll('\n', ' ')).toContain(
      'Register the post-logout redirect URI under **Logout URLs**: ' +
        '`https://example.com/api/auth/signout/acme`',
    )
  })

  // proves TOK-16
  it('says nothing about a sign-out that the provider does not have', () => {
    const page = renderProvider(entry({ data: { endSession: false }, sample: { afterSignIn } }))
    expect(page).toContain('| Sign-out | none |')
    expect(page).not.toContain('logout: true')
  })
})
