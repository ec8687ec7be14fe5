import { join } from 'node:path'
import { SECRET } from '@latchkey/test-support/kit/app.ts'
import { siteProvider } from '@latchkey/test-support/kit/site-provider.ts'
import { startSite } from '@latchkey/test-support/kit/start-site.ts'
import type { TestProject } from 'vitest/node'

/** The variables of the application, without its URL and its provider `playground`. */
export const SETTINGS = {
  AUTH_SECRET: SECRET,
  AUTH_MY_IDP_ID: 'the-application',
  CUSTOM_CLIENT: 'a custom client',
  AUTH_MY_IDP_SECRET: 'a secret that only the provider knows',
}

/** Starts the application in `site/` and its provider. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const provider = siteProvider('/api/auth')
  const stop = await startSite(project, {
    like: 'solid-start',
    folder: join(import.meta.dirname, 'site'),
    builder: 'vite',
    buildEnvironment: { NODE_ENV: 'production' },
    settings: async (origin) => ({ ...SETTINGS, AUTH_URL: origin, ...(await provider.start(origin)) }),
  })
  return async () => {
    await Promise.all([stop(), provider.close()])
  }
}
