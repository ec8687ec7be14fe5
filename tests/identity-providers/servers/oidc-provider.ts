import type { Form } from '@latchkey/test-support/kit/browser.ts'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import { submitForms } from './forms.ts'
import type { IdentityProvider, Question, Registration } from './identity-provider.ts'

const USER = { name: 'Ada Lovelace', email: 'ada@example.com' }

/**
 * Starts the provider of the playground: `oidc-provider` with pages of its own. Instead of a
 * password, it asks for one of the test users.
 */
export async function startOidcProvider(registration: Registration): Promise<IdentityProvider> {
  const { origin, backchannelLogoutUri } = registration
  const provider = await startProvider({
    clients: [
      {
        clientId: registration.clientId,
        clientSecret: registration.clientSecret,
        redirectUris: [registration.redirectUri],
        postLogoutRedirectUris: [registration.postLogoutRedirectUri],
        ...(backchannelLogoutUri && { backchannelLogoutUri }),
      },
    ],
  })
  return {
    issuer: provider.issuer,
    // Without both, it returns no refresh token.
    config: {
      authorization: { params: { scope: 'openid profile email offline_access', prompt: 'consent' } },
    },
    email: USER.email,
    async signIn(browser, start) {
      const asked: Question[] = []
      const url = await submitForms(browser, start, origin, (form) => {
        const user = findButton(form, USER.name)
        asked.push(user ? 'password' : 'consent')
        return { ...form.fields, ...(user ?? findButton(form, 'Allow')) }
      })
      return { asked, url }
    },
    signOut: (browser, start) =>
      submitForms(browser, start, origin, ({ fields }) => ({ ...fields, logout: 'yes' })),
    stop: () => provider.close(),
  }
}

function findButton({ buttons }: Form, text: string): Form['fields'] | undefined {
  return buttons.find((button) => button.text.includes(text))?.fields
}
