import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { SECRET } from '../kit/app.ts'
import { startSite } from '../kit/start-site.ts'

/** The variables of the application, without its URL. */
export const SETTINGS = {
  AUTH_SECRET: SECRET,
  AUTH_MY_IDP_ID: 'the-application',
  CUSTOM_CLIENT: 'a custom client',
  AUTH_MY_IDP_SECRET: 'a secret that only the provider knows',
}

/** Starts the application in `site/`. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return startSite(project, {
    like: 'solid-start',
    folder: join(import.meta.dirname, 'site'),
    builder: 'vite',
    buildEnvironment: { NODE_ENV: 'production' },
    settings: (origin) => ({ ...SETTINGS, AUTH_URL: origin }),
  })
}
