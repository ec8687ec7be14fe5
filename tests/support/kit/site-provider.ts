import { type RunningProvider, startProvider } from '../servers/provider.ts'

const CLIENT = { clientId: 'the-application', clientSecret: 'a secret that only the provider knows' }

/** The provider of the playground for an application in `site/`. */
export interface SiteProvider {
  /** Starts it. @returns the environment variables of the provider `playground` */
  start(origin: string): Promise<NodeJS.ProcessEnv>
  close(): Promise<void>
}

/** @param basePath where the application mounts the library */
export function siteProvider(basePath: string): SiteProvider {
  let provider: RunningProvider | undefined
  return {
    async start(origin) {
      const redirectUris = [`${origin}${basePath}/callback/playground`]
      const postLogoutRedirectUris = [`${origin}${basePath}/signout/playground`]
      provider = await startProvider({ clients: [{ ...CLIENT, redirectUris, postLogoutRedirectUris }] })
      return {
        AUTH_PLAYGROUND_ISSUER: provider.issuer,
        AUTH_PLAYGROUND_ID: CLIENT.clientId,
        AUTH_PLAYGROUND_SECRET: CLIENT.clientSecret,
      }
    },
    close: async () => provider?.close(),
  }
}
