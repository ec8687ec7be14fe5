import { fstatSync } from 'node:fs'
import { startInbox } from './inbox.ts'
import { PortTaken } from './loopback.ts'
import { startProvider } from './provider.ts'
import { type PortVariable, readSettings, type Settings } from './settings.ts'

/**
 * Starts the provider and the inbox of the demo, with settings from the environment (`settings.ts`). Prints one line of JSON when both are
 * ready, stops on SIGINT and SIGTERM and when the program that started it goes away. Exit code 1, with the cure, if it cannot start.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const stop = await start(settings).catch((error) => {
    throw withVariable(error, settings.ports)
  })
  const end = () => void stop().finally(() => process.exit())
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  process.once('disconnect', end)
  if (isHeldByParent(process.stdin.fd)) process.stdin.once('close', end).resume()
}

async function start({
  ports,
  clientId,
  clientSecret,
  redirectUris,
}: Settings): Promise<() => Promise<unknown>> {
  const postLogoutRedirectUris = [...new Set(redirectUris.map((uri) => new URL(uri).origin))].flatMap(
    (origin) => [origin, `${origin}/`],
  )
  const client = {
    clientId,
    clientSecret,
    clientName: 'Latchkey example',
    redirectUris,
    postLogoutRedirectUris,
  }
  const provider = await startProvider({ port: ports.PROVIDER_PORT, clients: [client] })
  const inbox = await startInbox({ port: ports.INBOX_PORT, smtpPort: ports.SMTP_PORT })
  console.log(
    JSON.stringify({
      issuer: provider.issuer,
      inbox: inbox.url,
      smtp: inbox.smtpUrl,
      people: provider.people,
    }),
  )
  return () => Promise.all([provider.close(), inbox.close()])
}

/** A pipe closes when the parent ends. A terminal or /dev/null says nothing about it: the latter is at its end from the start. */
function isHeldByParent(fd: number): boolean {
  const stdin = fstatSync(fd)
  return stdin.isFIFO() || stdin.isSocket()
}

function withVariable(error: unknown, ports: Settings['ports']): unknown {
  if (!(error instanceof PortTaken)) return error
  const name = (Object.keys(ports) as PortVariable[]).find((variable) => ports[variable] === error.port)
  return new Error(
    `Port ${error.port} is taken by another program. Choose another one: ${name}=${error.port + 10}`,
  )
}

main().catch((error) => {
  console.error(error instanceof Error ? `Playground: ${error.message}` : error)
  process.exit(1)
})
