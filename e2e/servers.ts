import type { TestProject } from 'vitest/node'
import { startFreshDemo } from './fresh-demo.ts'
import { launchBrowser } from './launch-browser.ts'

/** Where the tests find what they test. */
export interface Addresses {
  /** The example application. */
  readonly app: string
  /** Where the library is mounted there: `/api/auth`. */
  readonly basePath: string
  /** Playground ID, the provider. */
  readonly issuer: string
  readonly inbox: string
  /** File of the example's database. */
  readonly database: string
  /** The one browser of the run. */
  readonly browser: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    addresses: Addresses
  }
}

/** Starts the playground, the example as it was built, and the browser, once for all tests. The project's name says which: `browser-<example>`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demo = await startFreshDemo(project.name.replace(/^browser-/, ''))
  try {
    const browser = await launchBrowser()
    const { app, basePath, database } = demo
    const { issuer, inbox } = demo.playground
    project.provide('addresses', {
      app: app.url,
      basePath,
      issuer,
      inbox,
      database,
      browser: browser.wsEndpoint(),
    })
    return async () => {
      await Promise.all([browser.close(), demo.stop()])
    }
  } catch (error) {
    await demo.stop()
    throw error
  }
}
