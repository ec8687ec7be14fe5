import type { Target } from '../target.ts'
import type { CheckTable } from './check-table.ts'
import { find, matches } from './pattern.ts'

/** An exact number, or the largest. */
type Limit = number | { readonly max: number }

type Table = (typeof TABLES)[number]

export interface SideEffectChecks {
  /** How many rows the tables have. */
  rows: Readonly<Partial<Record<Table, Limit>>>
  sessionRowsOfUsers: number
  /** Whether the address of the last user is marked as verified. */
  emailIsVerified: boolean
  storedEmailsAreValid: true
  logMatches: readonly string[]
  logLacks: readonly string[]
  /** How often functions of the application were called: `authorize` and `refresh`. */
  calls: Readonly<Partial<Record<keyof Target['calls'], Limit>>>
  /** `authorize` received text, and with `declaredOnly` no other fields than its form has. */
  credentialsAreSafe: { readonly declaredOnly: boolean }
}

const TABLES = ['users', 'accounts', 'sessions', 'tokens', 'authenticators'] as const
const DECLARED = ['username', 'password', 'csrfToken', 'callbackUrl', 'redirect', 'json']
const E_MAIL_ADDRESS = /^[^\s@,;<>()"\\]+@[^\s@,;<>()"\\]+$/

export const sideEffectChecks: CheckTable<SideEffectChecks> = {
  rows({ run: { app } }, wanted) {
    const wrong = TABLES.find((table) => !isWithin(app.database?.[table].length, wanted[table]))
    return wrong && `${app.database?.[wrong].length} rows in ${wrong}`
  },
  sessionRowsOfUsers({ run: { app } }, wanted) {
    const rows = app.database?.sessions.filter(({ userId }) => userId) ?? []
    return rows.length === wanted ? undefined : `${rows.length} sessions with a user`
  },
  emailIsVerified({ run: { app } }, wanted) {
    const { emailVerified } = app.database?.users.at(-1) ?? {}
    return Boolean(emailVerified) === wanted ? undefined : `emailVerified is ${emailVerified}`
  },
  storedEmailsAreValid({ run: { app } }) {
    const wrong = app.database?.users.find(({ email }) => email != null && !isEmailAddress(email))
    return wrong && `the database has the address ${JSON.stringify(wrong.email)}`
  },
  logMatches({ run: { app } }, patterns) {
    const missing = patterns.find((pattern) => !matches(pattern, app.logs.join('\n')))
    return missing && `the log lacks ${missing}`
  },
  logLacks({ run: { app } }, patterns) {
    const found = patterns.map((pattern) => find(pattern, app.logs.join('\n'))).find(Boolean)
    return found && `the log has ${found.slice(0, 60)}`
  },
  calls({ run: { app } }, wanted) {
    const counts: Readonly<Record<string, number>> = app.calls
    const wrong = Object.entries(wanted).find(([name, limit]) => !isWithin(counts[name], limit))
    return wrong && `${counts[wrong[0]]} calls of ${wrong[0]}`
  },
  credentialsAreSafe({ run: { app } }, { declaredOnly }) {
    if ('polluted' in {}) return 'Object.prototype has a new property'
    const given = Object.entries(app.receivedCredentials.at(-1) ?? {})
    const known = (name: string): boolean => ['username', 'password'].includes(name)
    const wrong = given.find(
      ([name, value]) => known(name) && value !== undefined && typeof value !== 'string',
    )
    if (wrong) return `authorize received ${wrong[0]}: ${typeof wrong[1]}`
    const undeclared = given.map(([name]) => name).filter((name) => declaredOnly && !DECLARED.includes(name))
    return undeclared.length === 0 ? undefined : `authorize received ${undeclared}`
  },
}

function isEmailAddress(value: unknown): boolean {
  return typeof value === 'string' && E_MAIL_ADDRESS.test(value)
}

function isWithin(count: number | undefined, limit: Limit | undefined): boolean {
  if (limit === undefined) return true
  if (count === undefined) return false
  return typeof limit === 'number' ? count === limit : count <= limit.max
}
