import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { nextEnvironment } from '@latchkey/test-support/applications/examples.mjs'
import { type Server, startExample, startSvelteKit } from '@latchkey/test-support/applications/servers.mjs'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { root, toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import { libraryModules } from '../../../packages/latchkey/src/cli/codemod/library-modules.ts'
import { type Finding, moveApplication } from '../../../packages/latchkey/src/cli/codemod/move-application.ts'
import { readProject, writeProject } from '../../../packages/latchkey/src/cli/codemod/project-files.ts'

/** An application as it is written for Auth.js, or as the script moved it to Latchkey. */
export type Form = 'authjs' | 'latchkey'

export const FORMS: readonly Form[] = ['authjs', 'latchkey']

/** What is expected of the script: nothing is left. */
export const MOVED = { findings: [], leftovers: [] }

type Framework = 'next' | 'sveltekit'

/** An application that was built in both forms. */
export interface Application {
  /** What the script reported. */
  readonly findings: readonly Finding[]
  /** Lines of the migrated form that still name a package of Auth.js. Its adapters may stay. */
  readonly leftovers: readonly string[]
  /** The address of the application, in both forms. Only one of them runs at a time. */
  readonly origin: string
  /** Starts one form. Stop it before you start the other one. */
  start(form: Form): Promise<Server>
}

/** What an application needs. */
export interface Needs {
  readonly framework: Framework
  /** The folder of the application. Default: the one of this name beside this file. */
  readonly source?: string
  /** Environment variables for building and starting, for an address. */
  readonly settings?: (origin: string) => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>
}

/**
 * Copies an application of this folder twice, migrates the second copy, checks the types of both,
 * and builds both.
 *
 * @throws {Error} with the output of the compiler or of the build
 */
export async function prepare(
  name: string,
  { framework, settings, source = join(APPLICATIONS, name) }: Needs,
): Promise<Application> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = { ...UNSET, AUTH_SECRET: SECRET, AUTH_URL: origin, ...(await settings?.(origin)) }
  const findFolder = (form: Form): string => join(BUILDS, name, form)
  await rm(join(BUILDS, name), { recursive: true, force: true })
  for (const form of FORMS) await cp(source, findFolder(form), { recursive: true })
  const { findings, leftovers } = await move(findFolder('latchkey'))
  if (framework === 'sveltekit') await installLibrary(findFolder('latchkey'))
  for (const form of FORMS) {
    for (const [program, ...args] of STEPS[framework]) {
      await run(`${name} (${form}): ${program} ${args.join(' ')}`, program, args, findFolder(form), env)
    }
  }
  const log = { onOutput: (text: string) => process.env.LATCHKEY_LOG && process.stderr.write(text) }
  return {
    findings,
    leftovers,
    origin,
    start: (form) =>
      framework === 'next'
        ? startExample('next', { port, folder: findFolder(form), env, ...log })
        : startSvelteKit({ port, folder: findFolder(form), env: { ...env, ORIGIN: origin }, ...log }),
  }
}

/** Migrates the application in a folder, twice: the second run must change nothing. */
async function move(folder: string): Promise<Pick<Application, 'findings' | 'leftovers'>> {
  const options = { version: '*', resolves: libraryModules(LIBRARY) }
  const { findings, changed: moved } = moveApplication(await readProject(folder), options)
  await writeProject(folder, moved)
  const { changed } = moveApplication(await readProject(folder), options)
  const again = [...changed.keys()].map((path) => `${path}: changed by the second run`)
  return { findings, leftovers: [...(await leftoversIn(folder)), ...again] }
}

/**
 * Copies the built library into an application. Where it is linked, it finds the version of
 * SvelteKit that is installed at the root, not the one of this workspace.
 */
async function installLibrary(folder: string): Promise<void> {
  for (const entry of ['package.json', 'dist']) {
    await cp(join(LIBRARY, entry), join(folder, 'node_modules', 'latchkey', entry), { recursive: true })
  }
}

/** Searches the files as text, without the parser of the script. */
async function leftoversIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const lines = files.map(async (file) => {
    const text = await readFile(file, 'utf8')
    return text
      .split('\n')
      .filter((line) => LEFTOVER.test(line))
      .map((line) => `${relative(folder, file)}: ${line}`)
  })
  return (await Promise.all(lines)).flat()
}

const LEFTOVER =
  /next-auth|@auth\/(?![\w-]+-adapter\b)|\b(?:NextAuth|SvelteKitAuth|SolidAuth|unstable_update)\b/

const LIBRARY = join(root, 'packages', 'latchkey')

const APPLICATIONS = import.meta.dirname

/** Below the workspace, whose packages the applications use. */
const BUILDS = join(import.meta.dirname, '..', 'build')

const SECRET = 'a secret of the applications that move from one library to the other'

/** Variables of the machine that must not reach the applications. */
const UNSET = {
  AUTH_TRUST_HOST: undefined,
  AUTH_REDIRECT_PROXY_URL: undefined,
  NEXTAUTH_URL: undefined,
  NEXTAUTH_SECRET: undefined,
  VERCEL: undefined,
  CF_PAGES: undefined,
}

/** The program of this workspace, which has another major version than the root. */
const SVELTE_KIT = join(import.meta.dirname, '..', 'node_modules', '@sveltejs', 'kit', 'svelte-kit.js')

const STEPS: Readonly<Record<Framework, readonly (readonly [string, ...string[]])[]>> = {
  next: [
    ['tsc', '--noEmit'],
    ['next', 'build'],
  ],
  sveltekit: [
    ['node', SVELTE_KIT, 'sync'],
    ['svelte-check', '--fail-on-warnings'],
    ['vite', 'build'],
  ],
}

async function run(
  name: string,
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const started = Date.now()
  const { ok, output } = await runProcess({
    name,
    program,
    args,
    cwd,
    env: toolEnvironment({ ...nextEnvironment, ...env }),
  })
  if (!ok) throw new Error(`${name} failed.\n${output}`)
  if (process.env.LATCHKEY_LOG) console.log(`${name}: ${Date.now() - started} ms`)
}
