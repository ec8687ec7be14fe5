import { Application } from '../application.ts'
import { createIdp, oidc } from '../identity-provider.ts'
import type { Scenario } from '../scenario.ts'

/** Options of the application that change a provider. */
export const PROVIDER_OPTIONS: readonly Scenario[] = [
  {
    name: 'provider: a built-in provider with options',
    run: async (library) => {
      const { GitHub } = library
      const app = new Application(library, {
        config: {
          providers: [
            GitHub({ clientId: 'app', clientSecret: 'secret', authorization: { params: { scope: 'repo' } } }),
          ],
        },
      })
      await app.get('lists the providers', '/providers')
      await app.post('starts the sign-in', '/signin/github', { callbackUrl: '/after' })
      return app.record
    },
  },
  {
    name: 'provider: a redirect proxy',
    run: async (library) => {
      const idp = createIdp()
      const app = new Application(library, {
        config: { providers: [oidc(library, idp)], redirectProxyUrl: 'https://proxy.test/auth' },
      })
      await app.post('starts the sign-in', '/signin/idp', { callbackUrl: '/after' })
      return app.record
    },
  },
]
