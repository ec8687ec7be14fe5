import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const main = join(root, 'packages/latchkey/src/cli/main.ts')

/** What a command printed, and its exit code. */
export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** An application with some packages. */
export interface Application {
  readonly folder: string
  /** Runs `npx latchkey` in its folder. */
  readonly latchkey: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<CommandResult>
  readonly remove: () => void
}

/** Creates an application outside of the workspace, which has only the given packages. */
export function createApplication(...packages: readonly string[]): Application {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-cli-'))
  for (const name of packages) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link)
  }
  return {
    folder,
    latchkey: (args, env = {}) => run(folder, args, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...inherited } = process.env
  const options = { cwd, env: { ...inherited, NO_COLOR: '', ...env }, maxBuffer: 10_000_000 }
  const all = ['--conditions=@latchkey/source', '--disable-warning=ExperimentalWarning', main, ...args]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, all, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(child.exitCode ?? -1)
      resolve({ code, stdout, stderr })
    })
  })
}
