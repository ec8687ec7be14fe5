import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import type { TestProject } from 'vitest/node'
import { type DatabaseName, startFreshDemo } from './fresh-demo.ts'

/** The addresses of the servers under test. */
export interface Addresses {
  /** The name of the example. */
  readonly example: string
  /** The example application. */
  readonly app: string
  /** The path at which the example mounts the library, for example `/api/auth`. */
  readonly basePath: string
  /** The issuer of Playground ID, the provider. */
  readonly issuer: string
  readonly inbox: string
  /** The example's database: the path of an SQLite file, or a URL. */
  readonly database: string
  /** The WebSocket endpoint of the shared browser. */
  readonly browser: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    addresses: Addresses
  }
}

/**
 * Starts the playground, the built example and the browser once for all tests. The name of the
 * project, `browser-<example>` or `browser-<example>-<database>`, selects the example and its database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { example = '', on } =
    /^browser-(?<example>.+?)(?:-(?<on>postgres|mysql))?$/.exec(project.name)?.groups ?? {}
  const demo = await startFreshDemo(example, { on: on as DatabaseName | undefined })
  try {
    const browser = await launchBrowser()
    const { app, basePath, database } = demo
    const { issuer, inbox } = demo.playground
    project.provide('addresses', {
      example,
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
