/** The settings that `main.ts` reads from the environment. */
export interface Settings {
  readonly ports: Readonly<Record<PortVariable, number>>
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUris: readonly string[]
}

/** The environment variables of the ports. */
export type PortVariable = 'PROVIDER_PORT' | 'INBOX_PORT' | 'SMTP_PORT'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings. An empty variable counts as not set.
 *
 * @throws {Error} that names an invalid variable and the value to set
 */
export function readSettings(env: Environment): Settings {
  const appUrl = readUrl('APP_URL', env.APP_URL || 'http://localhost:3000')
  const callback = `${appUrl.href.replace(/\/$/, '')}/api/auth/callback/playground`
  const redirectUris = (env.PROVIDER_REDIRECT_URIS || callback).split(/\s+/).filter(Boolean)
  for (const uri of redirectUris) readUrl('PROVIDER_REDIRECT_URIS', uri)
  return {
    ports: {
      PROVIDER_PORT: readPort(env, 'PROVIDER_PORT', 4000),
      INBOX_PORT: readPort(env, 'INBOX_PORT', 4025),
      SMTP_PORT: readPort(env, 'SMTP_PORT', 4026),
    },
    clientId: readRequired(env, 'AUTH_PLAYGROUND_ID'),
    clientSecret: readRequired(env, 'AUTH_PLAYGROUND_SECRET'),
    redirectUris,
  }
}

function readPort(env: Environment, name: PortVariable, fallback: number): number {
  const port = Number(env[name] || fallback)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(
    `${name} is "${env[name]}", which is not a port. Set it to a number from 0 to 65535: ${name}=${fallback}`,
  )
}

function readUrl(name: string, value: string): URL {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new Error(
    `${name} contains "${value}", which is not an HTTP address. ` +
      `Set it to a complete address: ${name}=http://localhost:3000`,
  )
}

function readRequired(env: Environment, name: string): string {
  const value = env[name]
  if (value) return value
  throw new Error(`${name} is not set. Set it to the value that the application uses: ${name}=<any text>`)
}
