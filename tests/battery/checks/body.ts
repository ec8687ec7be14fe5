import type { CheckTable } from './check-table.ts'
import { find, matches } from './pattern.ts'

export interface BodyChecks {
  bodyMatches: readonly string[]
  bodyLacks: readonly string[]
  /**
   * The body contains neither the session token, nor its random part, nor what the database stores
   * of it.
   */
  bodyLacksTokens: true
}

export const bodyChecks: CheckTable<BodyChecks> = {
  bodyMatches({ response: { text } }, patterns) {
    const missing = patterns.find((pattern) => !matches(pattern, text))
    return missing && `body lacks ${missing}: ${text.slice(0, 120)}`
  },
  bodyLacks({ response: { text } }, patterns) {
    const found = patterns.map((pattern) => find(pattern, text)).find(Boolean)
    return found && `body has ${found.slice(0, 80)}`
  },
  bodyLacksTokens({ run, response }) {
    const stored = run.app.database?.sessions.map(({ sessionToken }) => sessionToken) ?? []
    const tokens = [run.jar.get(run.app.cookies.session) ?? '', ...stored]
    const parts = tokens.flatMap((token) => [token, token.split('.', 1)[0] ?? ''])
    const secrets = parts.filter(({ length }) => length > 15)
    if (secrets.length === 0) return 'no token to look for'
    return secrets.some((secret) => response.text.includes(secret)) ? 'body has a session token' : undefined
  },
}
