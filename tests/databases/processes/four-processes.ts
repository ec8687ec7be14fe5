import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProcess } from '@latchkey/test-support/processes/bundle.ts'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import { type Running, startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { startRoundRobin } from '@latchkey/test-support/processes/round-robin.mjs'
import { startInbox } from '@latchkey/test-support/servers/inbox.ts'
import { type Provider, startProvider } from './provider.ts'
import type { SetUp } from './set-ups.ts'

/** The indexes of the processes. */
export const PROCESSES = [0, 1, 2, 3] as const

/** The header that selects a process. Without it, the proxy takes the next one. */
export const CHOICE = 'x-process'

/** Four processes of an application behind a proxy, with a provider and a mail server. */
export interface FourProcesses {
  /** The origin of the application: that of the proxy. */
  readonly origin: string
  /** Another origin of the same proxy. */
  readonly proxyOrigin: string
  readonly provider: Provider
  readonly inbox: string
  /** Starts one more process, which only receives requests to its own origin. */
  readonly startAnother: () => Promise<{ origin: string; kill: () => Promise<void> }>
  readonly stop: () => Promise<void>
}

/** Starts everything. */
export async function startFourProcesses(setUp: SetUp): Promise<FourProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-processes-'))
  const [program, storage, provider, inbox, [port = 0, ...ports]] = await Promise.all([
    bundleProcess(join(import.meta.dirname, 'process.ts')),
    setUp.start(),
    startProvider(),
    startInbox(),
    freePorts(1 + PROCESSES.length),
  ])
  const [origin, proxyOrigin] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    ORIGIN: origin,
    PROXY_ORIGIN: proxyOrigin,
    SECRET: 'a secret that all processes of the test share',
    AUTH_SECRET: 'a secret that all processes of the test share',
    PROVIDER: provider.issuer,
    SMTP: inbox.smtpUrl,
    STORAGE: setUp.storage,
    STORAGE_URLS: storage.urls.join(),
    STORAGE_FOLDER: folder,
  }
  const started = await Promise.all(ports.map((one) => start(program.file, one, env)))
  const proxy = await startRoundRobin({ port, ports, choose: chosenBy })
  return {
    origin,
    proxyOrigin,
    provider,
    inbox: inbox.url,
    async startAnother() {
      const [another = 0] = await freePorts(1)
      const handle = await start(program.file, another, env)
      started.push(handle)
      return { origin: `http://127.0.0.1:${another}`, kill: () => kill(handle) }
    },
    async stop() {
      await proxy.stop()
      await Promise.all([...started.map((handle) => handle.stop()), provider.stop(), inbox.close()])
      await storage.stop()
      program.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

async function start(file: string, port: number, env: NodeJS.ProcessEnv): Promise<Running> {
  const handle = startProcess({
    name: `the process on port ${port}`,
    program: process.execPath,
    args: ['--no-warnings', file],
    cwd: import.meta.dirname,
    env: { ...env, PORT: String(port) },
  })
  await untilReady(handle, () => handle.log().includes('ready') || undefined)
  return handle
}

async function kill({ pid, exited }: Running): Promise<void> {
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  await exited
}

function chosenBy({ headers }: { headers: NodeJS.Dict<string | string[]> }): number | undefined {
  const choice = headers[CHOICE]
  return choice === undefined ? undefined : Number(choice)
}
