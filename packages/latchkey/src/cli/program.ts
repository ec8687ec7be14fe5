import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import type { CleanCommandOptions } from './clean/command.ts'
import type { CodemodOptions } from './codemod/command.ts'
import type { MigrateOptions } from './migrate/command.ts'
import { PRESETS } from './options.ts'
import type { Output } from './output.ts'

/** What the commands use, and where their exit code goes. */
export interface ProgramContext {
  /** The package that the commands are part of. */
  readonly library: { readonly version: string; readonly folder: string }
  readonly folder: string
  readonly output: Output
  readonly exit: (code: number) => void
}

const MAX_BATCH = 100_000

/** Returns the commands and their options. Loads each command when it runs. */
export function createProgram(context: ProgramContext): Command {
  const { library, output } = context
  const program = new Command('latchkey')
    .description('Commands for applications that use Latchkey.')
    .version(library.version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError('Run with --help for a list.')
    .configureOutput({ outputError: (text, write) => write(output.clean(text)) })
    .exitOverride()
  addMigrate(program, context)
  addClean(program, context)
  addCodemod(program, context)
  return program
}

function addMigrate(program: Command, { folder, output, exit }: ProgramContext): void {
  program
    .command('migrate')
    .description('Print or apply the SQL that a database lacks. It only adds, and never removes or renames.')
    .addOption(urlOption())
    .addOption(tablesOption())
    .addOption(
      new Option('--dialect <name>', 'print the SQL for an empty database, without connecting').choices([
        'postgres',
        'mysql',
        'sqlite',
        'd1',
      ]),
    )
    .option('--apply', 'execute the SQL instead of printing it')
    .option('--check', 'exit with code 1 if something is missing')
    .option('--yes', 'do not ask before executing')
    .option('--store', "include the store table (default for Latchkey's tables)")
    .option('--no-store', 'leave out the store table')
    .option('--json', 'print JSON')
    .option('--drizzle', 'print the tables as a Drizzle schema')
    .option('--prisma', 'print the tables as Prisma models')
    .helpOption('--help', 'print this help')
    .action(async (options: MigrateOptions) => {
      const { migrate } = await import('./migrate/command.ts')
      exit(await migrate(options, folder, output))
    })
}

function addClean(program: Command, { folder, output, exit }: ProgramContext): void {
  program
    .command('clean')
    .description('Delete expired sessions, verification tokens and store entries.')
    .addOption(urlOption())
    .addOption(tablesOption())
    .option('--batch <rows>', 'how many rows one statement deletes', parseBatch, 1000)
    .option('--json', 'print JSON')
    .helpOption('--help', 'print this help')
    .action(async (options: CleanCommandOptions) => {
      const { cleanCommand } = await import('./clean/command.ts')
      exit(await cleanCommand(options, folder, output))
    })
}

function addCodemod(program: Command, { exit, ...context }: ProgramContext): void {
  program
    .command('codemod')
    .description('Move an application from Auth.js 5: imports, names, types, options and packages.')
    .addArgument(new Argument('<library>', 'where the application comes from').choices(['authjs']))
    .option('--check', 'change nothing, and exit with code 1 if something is left to move')
    .option('--force', 'change files that are not committed')
    .option('--json', 'print JSON')
    .helpOption('--help', 'print this help')
    .action(async (_library: string, options: CodemodOptions) => {
      const { codemod } = await import('./codemod/command.ts')
      exit(await codemod(options, context))
    })
}

function urlOption(): Option {
  return new Option('--url <url>', 'database URL (default: DATABASE_URL, also from .env)')
}

function tablesOption(): Option {
  return new Option('--tables <preset>', 'table names (default: latchkey)').choices(PRESETS)
}

function parseBatch(text: string): number {
  const rows = Number(text)
  if (Number.isInteger(rows) && rows > 0 && rows <= MAX_BATCH) return rows
  throw new InvalidArgumentError(`Use a number from 1 to ${MAX_BATCH}.`)
}
