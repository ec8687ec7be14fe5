import { join } from 'node:path'
import { nextEnvironment } from '@latchkey/test-support/applications/examples.mjs'
import { SECRET } from '@latchkey/test-support/kit/app.ts'
import { siteProvider } from '@latchkey/test-support/kit/site-provider.ts'
import { startSite } from '@latchkey/test-support/kit/start-site.ts'
import type { TestProject } from 'vitest/node'

/**
 * Starts the application in `site/` and its provider. Its URL and secret are in `NEXTAUTH_URL` and
 * `NEXTAUTH_SECRET`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const provider = siteProvider('/api/auth')
  const stop = await startSite(project, {
    like: 'next',
    folder: join(import.meta.dirname, 'site'),
    builder: 'next',
    buildEnvironment: nextEnvironment,
    settings: async (origin) => ({
      AUTH_URL: undefined,
      AUTH_SECRET: undefined,
      NEXTAUTH_URL: origin,
      NEXTAUTH_SECRET: SECRET,
      AUTH_MY_IDP_ID: 'the-application',
      AUTH_MY_IDP_SECRET: 'a secret that only the provider knows',
      ...(await provider.start(origin)),
    }),
  })
  return async () => {
    await Promise.all([stop(), provider.close()])
  }
}
