import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthConfig } from 'latchkey'
import type { DatabaseFaults } from '../database.ts'
import { collectValues, type Run } from '../run.ts'
import { fillIn } from '../template.ts'
import type { StepTable } from './step-table.ts'

export interface ApplicationSteps {
  /** Options of the application, which is created before the first step. */
  createApplication: { readonly database?: DatabaseFaults; readonly mailFail?: boolean }
  /** Changes the configuration: options, fields of one provider, or what JSON cannot say. */
  configure: {
    readonly set?: Partial<AuthConfig>
    readonly provider?: string
    readonly fields?: object
    readonly preset?: keyof typeof PRESETS
    readonly number?: number
  }
  changeDatabase: DatabaseChange
}

type DatabaseChange =
  | { readonly change: 'delete users' }
  | { readonly change: 'add user'; readonly user: object }
  | { readonly change: 'set columns'; readonly columns: object }
  | { readonly change: 'set counter'; readonly value: number }

type MutableConfig = { -readonly [Name in keyof AuthConfig]: AuthConfig[Name] }

const PRESETS = {
  /** Makes session tokens longer by so many characters. */
  bigToken(config: MutableConfig, characters: number): void {
    addToTokens(config, () => ({ pad: 'x'.repeat(characters) }))
  },
  /** Makes reading a session token take so many milliseconds. */
  slowToken(config: MutableConfig, milliseconds: number): void {
    addToTokens(config, () => sleep(milliseconds, {}))
  },
  onlyCredentials(config: MutableConfig): void {
    config.providers = config.providers.filter(
      (provider) => 'type' in provider && provider.type === 'credentials',
    )
  },
  clientAddress(config: MutableConfig): void {
    const clientAddress = (headers: { get(name: string): string | null }) =>
      headers.get('x-client-address') ?? undefined
    config.limits = { ...config.limits, clientAddress }
  },
}

export const applicationSteps: StepTable<ApplicationSteps> = {
  createApplication() {},
  configure(run, given) {
    const config: MutableConfig = run.app.config
    const { set, provider, fields, preset, number = 0 } = fillIn(given, collectValues(run))
    Object.assign(config, set)
    if (provider !== undefined)
      config.providers = config.providers.map((each) =>
        'id' in each && each.id === provider ? { ...each, ...fields } : each,
      )
    if (preset !== undefined) PRESETS[preset](config, number)
  },
  changeDatabase: (run, given) => changeDatabase(run, fillIn(given, collectValues(run))),
}

function addToTokens(config: MutableConfig, add: () => object | Promise<object>): void {
  const { jwt } = config.callbacks ?? {}
  config.callbacks = {
    ...config.callbacks,
    jwt: async (params) => ({ ...((await jwt?.(params)) ?? params.token), ...(await add()) }),
  }
}

function changeDatabase({ app: { database } }: Run, given: DatabaseChange): void {
  if (database === undefined) throw new Error('The profile of the case has no database.')
  switch (given.change) {
    case 'delete users':
      database.users.length = 0
      break
    case 'add user':
      database.users.push(given.user as (typeof database.users)[number])
      break
    case 'set columns':
      for (const user of database.users) Object.assign(user, given.columns)
      break
    case 'set counter':
      for (const authenticator of database.authenticators)
        Object.assign(authenticator, { counter: given.value })
  }
}
