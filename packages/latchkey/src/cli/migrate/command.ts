import { createInterface } from 'node:readline/promises'
import type { SqlTablePreset } from '../../sql/tables.ts'
import { connect } from '../connect/connect.ts'
import type { Database } from '../connect/database.ts'
import { findDatabaseUrl } from '../connect/environment.ts'
import { type DatabaseLocation, type Dialect, describeLocation, parseLocation } from '../connect/url.ts'
import { tablesFor } from '../options.ts'
import { drizzleSchema } from '../orm/drizzle.ts'
import { prismaSchema } from '../orm/prisma.ts'
import type { Output } from '../output.ts'
import { EXIT_PROBLEM, usageProblem } from '../problem.ts'
import { areOwnTables, type Wish } from '../schema/definitions.ts'
import { type Application, apply, hasDuplicates } from './apply.ts'
import { planFor, planForEmpty } from './create-plan.ts'
import type { Plan } from './plan.ts'
import { type CheckedStep, printAdvice, printSql, toJson } from './print.ts'

/** The options of `migrate`, as the command line has them. */
export interface MigrateOptions {
  readonly url?: string
  /** `d1` is SQLite without the statements that Cloudflare D1 does not allow. */
  readonly dialect?: Dialect | 'd1'
  readonly tables?: SqlTablePreset
  readonly store?: boolean
  readonly apply?: boolean
  readonly check?: boolean
  readonly json?: boolean
  readonly yes?: boolean
  readonly drizzle?: boolean
  readonly prisma?: boolean
}

/** @returns the exit code */
export async function migrate(options: MigrateOptions, folder: string, output: Output): Promise<number> {
  if (options.apply && options.check)
    throw usageProblem('`--apply` and `--check` cannot be combined. Remove one of them.')
  if (options.drizzle || options.prisma) return printSchema(options, folder, output)
  if (options.dialect === undefined) return migrateDatabase(options, folder, output)
  if (options.apply || options.check)
    throw usageProblem(
      '`--dialect` prints the SQL for an empty database. Remove it: a URL contains the dialect.',
    )
  const dialect = readDialect(options.dialect)
  printPlan(planForEmpty(dialect, readWish(dialect, options), options.dialect === 'd1'), [], options, output)
  return 0
}

function readDialect(name: Dialect | 'd1'): Dialect {
  return name === 'd1' ? 'sqlite' : name
}

/** An ORM's tables belong to the ORM, and get the store's table only on request. */
function readWish(dialect: Dialect, options: MigrateOptions, location?: DatabaseLocation): Wish {
  const tables = tablesFor(dialect, options.tables ?? 'latchkey', location)
  return { tables, store: options.store ?? areOwnTables(tables) }
}

function printSchema(
  { drizzle, prisma, ...options }: MigrateOptions,
  folder: string,
  output: Output,
): number {
  if (options.apply || options.check || options.json || (drizzle && prisma))
    throw usageProblem(
      '`--drizzle` and `--prisma` only print a schema, and cannot be combined. Remove the other options.',
    )
  const preset = options.tables ?? (drizzle ? 'auth.js/drizzle' : 'auth.js/prisma')
  if (options.store)
    throw usageProblem(
      'ORM schemas do not include the store table. Remove `--store`, and create that table ' +
        `with \`npx latchkey migrate --tables ${preset} --store\`.`,
    )
  const dialect = readDialect(options.dialect ?? parseLocation(findDatabaseUrl(options.url, folder)).dialect)
  const tables = tablesFor(dialect, preset)
  if (tables.userIds === 'database' || (dialect === 'sqlite' && areOwnTables(tables)))
    throw usageProblem(
      `The tables ${options.tables} cannot be printed for an ORM in ${dialect}. ` +
        'Use `--tables auth.js/drizzle` or `--tables auth.js/prisma`.',
    )
  output.print(drizzle ? drizzleSchema(dialect, tables) : prismaSchema(dialect, tables))
  return 0
}

async function migrateDatabase(options: MigrateOptions, folder: string, output: Output): Promise<number> {
  const location = parseLocation(findDatabaseUrl(options.url, folder))
  const open = (): Promise<Database> =>
    connect(location, { folder, access: options.apply ? 'write' : 'read' }, output)
  const wish = readWish(location.dialect, options, location)
  const database = await open()
  try {
    const plan = await planFor(database, wish)
    if (!options.apply) return await report(database, plan, options, output)
    if (plan.steps.length > 0 && !(await isConfirmed(plan, location, options))) return EXIT_PROBLEM
    const application: Application =
      plan.steps.length === 0 ? { plan, applied: [], refused: [] } : await apply(database, wish, open, output)
    return reportApplication(application, options, output)
  } finally {
    await database.close()
  }
}

async function report(
  database: Database,
  plan: Plan,
  options: MigrateOptions,
  output: Output,
): Promise<number> {
  const checked: CheckedStep[] = []
  for (const step of plan.steps)
    checked.push({
      step,
      hasDuplicates: step.duplicates === undefined ? undefined : await hasDuplicates(database, step),
    })
  printPlan(plan, checked, options, output)
  if (plan.steps.length === 0) output.note('Nothing is missing.')
  return options.check && plan.steps.length > 0 ? EXIT_PROBLEM : 0
}

function printPlan(
  plan: Plan,
  checked: readonly CheckedStep[],
  options: MigrateOptions,
  output: Output,
): void {
  const steps = checked.length > 0 ? checked : plan.steps.map((step) => ({ step }))
  if (options.json) output.print(JSON.stringify(toJson(plan, steps), null, 2))
  else {
    printSql(steps, output)
    printAdvice(plan.advice, output)
  }
}

/** Asks only on a terminal: a deployment cannot respond. */
async function isConfirmed(
  plan: Plan,
  location: DatabaseLocation,
  { yes, json }: MigrateOptions,
): Promise<boolean> {
  if (yes || json || !process.stdin.isTTY || !process.stderr.isTTY) return true
  const input = createInterface({ input: process.stdin, output: process.stderr })
  const steps = plan.steps.map(({ text }) => `- ${text}\n`).join('')
  const reply = await input.question(`${steps}Add this to ${describeLocation(location)}? [y/N] `)
  input.close()
  return /^y(?:es)?$/i.test(reply.trim())
}

function reportApplication(application: Application, { json }: MigrateOptions, output: Output): number {
  const { plan, applied, refused } = application
  if (json) output.print(JSON.stringify({ ...application, plan: undefined, advice: plan.advice }, null, 2))
  for (const { done } of applied) output.note(done)
  for (const { step, reason } of refused) output.fail(`Not fixed: ${step.text} Reason: ${reason}`)
  if (plan.steps.length === 0) output.note('Nothing is missing.')
  if (!json) printAdvice(plan.advice, output)
  return refused.length > 0 ? EXIT_PROBLEM : 0
}
