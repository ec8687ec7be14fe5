import { fstatSync } from 'node:fs'
import { startInbox } from './inbox.ts'
import { PortInUseError } from './loopback.ts'
import { startProvider } from './provider.ts'
import { type PortVariable, readSettings, type Settings } from './settings.ts'

/**
 * Starts the provider and the inbox of the demo, with settings from the environment
 * (`settings.ts`). Prints one line of JSON when both are ready. Stops on SIGINT and SIGTERM, and
 * when the parent process ends. If it cannot start, it prints the reason and exits with code 1.
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
  const origins = new Set(redirectUris.map((uri) => new URL(uri).origin))
  const postLogoutRedirectUris = [
    ...[...origins].flatMap((origin) => [origin, `${origin}/`]),
    // Where Latchkey returns to.
    ...redirectUris.map((uri) => uri.replace('/callback/', '/signout/')),
  ]
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
      users: provider.users,
    }),
  )
  return () => Promise.all([provider.close(), inbox.close()])
}

/**
 * Says whether standard input is a pipe, which closes when the parent process ends. A terminal does
 * not, and /dev/null is at its end from the start.
 */
function isHeldByParent(fd: number): boolean {
  const stdin = fstatSync(fd)
  return stdin.isFIFO() || stdin.isSocket()
}

function withVariable(error: unknown, ports: Settings['ports']): unknown {
  if (!(error instanceof PortInUseError)) return error
  const name = (Object.keys(ports) as PortVariable[]).find((variable) => ports[variable] === error.port)
  return new Error(
    `Port ${error.port} is in use by another program. Choose another port: ${name}=${error.port + 10}`,
  )
}

main().catch((error) => {
  console.error(error instanceof Error ? `Playground: ${error.message}` : error)
  process.exit(1)
})
