import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import type { ApplicationSettings } from './application-settings.ts'

const PROGRAM = new URL('application.ts', import.meta.url).pathname

/** A process of an application that serves requests. */
export interface RunningApplication {
  readonly origin: string
  /** Returns the sign-in link that was sent to an address, if one was, and forgets it. */
  takeLink(address: string): string | undefined
  /** Returns the lines that Latchkey wrote to the log, without stack traces. */
  logLines(): readonly string[]
  /** Returns what the process wrote, for failures of the tests. */
  log(): string
  /** Whether it is still the process that was started. */
  isAlive(): boolean
  stop(): Promise<void>
}

/** Starts the process of an application, and the inbox for its links. */
export async function startApplication(
  settings: Omit<ApplicationSettings, 'port' | 'inbox'>,
): Promise<RunningApplication> {
  const inbox = await startInbox()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const handle = startProcess({
    name: 'the application',
    program: process.execPath,
    args: ['--no-warnings', PROGRAM],
    cwd: import.meta.dirname,
    env: createEnvironment({ ...settings, port, inbox: inbox.url }),
  })
  let isAlive = true
  void handle.exited.then(() => {
    isAlive = false
  })
  const isUp = async (): Promise<true | undefined> => (await fetch(origin).catch(() => undefined)) && true
  await untilReady(handle, isUp)
  return {
    origin,
    takeLink: inbox.take,
    logLines: () =>
      handle
        .log()
        .split('\n')
        .filter((line) => line.startsWith('[latchkey]')),
    log: handle.log,
    isAlive: () => isAlive,
    async stop() {
      await handle.stop()
      await inbox.close()
    },
  }
}

function createEnvironment(settings: ApplicationSettings): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    AUTH_SECRET: 'a secret that all processes of the test share',
    AUTH_URL: `http://127.0.0.1:${settings.port}/auth`,
    NODE_ENV: 'production',
    SETTINGS: JSON.stringify(settings),
  }
}

interface Inbox {
  readonly url: string
  take(address: string): string | undefined
  close(): Promise<void>
}

/** Starts a server that receives the links instead of a mail server. */
async function startInbox(): Promise<Inbox> {
  const links = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const { identifier, url } = JSON.parse(await text(request)) as Record<'identifier' | 'url', string>
    links.set(identifier, url)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/`,
    take(address) {
      const link = links.get(address)
      links.delete(address)
      return link
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
