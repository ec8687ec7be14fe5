import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { FRAMEWORKS, type Framework } from '@latchkey/test-support/applications/frameworks.ts'
import { installPackedLibrary } from '@latchkey/test-support/applications/packed-library.mjs'
import { filesOfPage, packagesOfPage, readGuide } from '@latchkey/test-support/applications/page-files.mjs'
import { createEnvironment, run } from '@latchkey/test-support/applications/run.ts'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'

/**
 * The provider of the pages is GitHub. Here it is the playground's, under the same id, so the
 * variables, the callback URL and `signIn('github')` stay as they are.
 */
const PROVIDER = {
  import: `import GitHub from 'latchkey/providers/github'`,
  replacement: `import GitHub from './provider'`,
  module: `import OIDC from 'latchkey/providers/oidc'

export default OIDC({ id: 'github', name: 'GitHub' })
`,
}

/** What a build in the folder of an example leaves there. */
const IGNORED = /\/(node_modules|\.[^/]+|build|next-env\.d\.ts)$/

/** Turbopack bundles only files below its root, and the packages are links. */
const LINKS_IN_NEXT = `export default { turbopack: { root: '/' } }\n`

/** A page of the documentation that is pasted. */
export interface Page {
  readonly page: string
  /** Pastes only these files. */
  readonly only?: readonly string[]
  /** Pastes all files but these. */
  readonly except?: readonly string[]
  /** Leaves out the files below the headings of other frameworks. */
  readonly variant?: string
  /** Further files: their paths and contents. */
  readonly added?: Readonly<Record<string, string>>
}

/** What differs from the quick start with GitHub and linked packages. */
export interface QuickstartOptions {
  /**
   * The packed library, which npm installs with all other packages from the registry. Default: packs
   * the one that was built, and links all other packages of the workspace.
   */
  readonly archive?: string | undefined
  /** Values of the variables that the pages name instead of those for GitHub. */
  readonly variables?: Readonly<Record<string, string>> | undefined
}

/** An application that was created as the documentation says, and that runs. */
export interface Application {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Copies an example, installs the packed library, checks the types, builds the application and
 * starts it. The variables are those of `examples/README.md`.
 *
 * @throws {Error} with the output of the command that failed
 */
export function startExample(name: keyof typeof FRAMEWORKS, basePath: string): Promise<Application> {
  const example: Framework = {
    ...FRAMEWORKS[name],
    environmentFile: '.env',
    // Those of the newest frameworks.
    modules: undefined,
    async create(folder) {
      await cp(join(root, 'examples', name), folder, {
        recursive: true,
        filter: (path) => !IGNORED.test(path),
      })
      const file = join(folder, name === 'next' ? 'auth.ts' : 'src/auth.ts')
      await writeWithProvider(file, await readFile(file, 'utf8'))
    },
    allowLinks: (folder) =>
      name === 'next' ? writeFile(join(folder, 'next.config.mjs'), LINKS_IN_NEXT) : Promise.resolve(),
  }
  return start(example, basePath, [{ page: 'examples/README.md' }])
}

/**
 * Creates an application with the framework's own tool, installs the packed library, pastes the
 * files of the pages, checks the types, builds the application and starts it.
 *
 * @throws {Error} with the output of the command that failed
 */
export function startQuickstart(
  name: keyof typeof FRAMEWORKS,
  basePath: string,
  pages: readonly Page[],
  options?: QuickstartOptions,
): Promise<Application> {
  return start(FRAMEWORKS[name], basePath, pages, options)
}

async function start(
  framework: Framework,
  basePath: string,
  pages: readonly Page[],
  { archive, variables }: QuickstartOptions = {},
): Promise<Application> {
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-quickstart-'))
  const folder = join(parent, 'my-app')
  const stops: (() => Promise<unknown>)[] = [() => rm(parent, { recursive: true })]
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    const texts = pages.map(({ page }) => readGuide(join(root, page)))
    await framework.create(folder)
    if (archive === undefined) await link(folder, framework, texts)
    else await installFromRegistry(folder, framework, texts, archive)
    for (const [index, page] of pages.entries()) await paste(folder, texts[index] ?? '', page)
    const port = await freePort()
    const url = `http://localhost:${port}`
    const file = join(folder, framework.environmentFile)
    const values = { AUTH_SECRET: secret(), AUTH_URL: url }
    if (variables !== undefined) await fillIn(file, { ...values, ...variables })
    else {
      const client = { clientId: 'quickstart', clientSecret: secret() }
      const redirectUris = [`${url}${basePath}/callback/github`]
      const provider = await startProvider({ clients: [{ ...client, redirectUris }] })
      stops.push(() => provider.close())
      const github = { AUTH_GITHUB_ID: client.clientId, AUTH_GITHUB_SECRET: client.clientSecret }
      await fillIn(file, { ...values, ...github }, `AUTH_GITHUB_ISSUER=${provider.issuer}\n`)
    }
    await run(framework.build, folder)
    for (const command of framework.check) await run(command, folder)
    const server = await serve(framework, folder, port)
    stops.push(() => server.stop())
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Adds the packages of the template and those that the pages install: the packed library, and links
 * for all others. Like npm, it adds them to the package.json, which Vite's plugins read.
 */
async function link(
  folder: string,
  { tools, modules, allowLinks }: Framework,
  pages: readonly string[],
): Promise<void> {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  const added = Object.fromEntries(pages.flatMap((page) => packagesOfPage(page)).map((name) => [name, '*']))
  manifest.dependencies = { ...manifest.dependencies, ...added }
  await writeFile(file, JSON.stringify(manifest))
  const names = new Set([...Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }), ...tools])
  names.delete('latchkey')
  await installPackedLibrary(folder, [...names], modules)
  await allowLinks?.(folder)
}

/**
 * Runs `npm install` as the pages say, with the packed library in place of the published one. npm
 * fails if the library and the application need different versions of a package.
 */
async function installFromRegistry(
  folder: string,
  { tools }: Framework,
  pages: readonly string[],
  archive: string,
): Promise<void> {
  const others = pages.flatMap((page) => packagesOfPage(page)).filter((name) => name !== 'latchkey')
  const packages = [archive, ...others, ...tools]
  const flags = ['--no-audit', '--no-fund', '--prefer-offline']
  await run({ program: 'npm', args: ['install', ...flags, ...packages] }, folder)
}

/** Writes the files of a page into the application, unchanged except for the provider. */
async function paste(
  folder: string,
  text: string,
  { only, except, variant, added = {} }: Page,
): Promise<void> {
  const files = filesOfPage(text, variant).filter(
    ({ path }) => (only === undefined || only.includes(path)) && !except?.includes(path),
  )
  if (files.length === 0) throw new Error('The page shows no files.')
  const others = Object.entries(added).map(([path, content]) => ({ path, content }))
  for (const { path, content } of [...files, ...others]) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeWithProvider(file, content)
  }
}

/** Writes a file, with the playground's provider in place of GitHub. */
async function writeWithProvider(file: string, content: string): Promise<void> {
  await writeFile(file, content.replace(PROVIDER.import, PROVIDER.replacement))
  if (content.includes(PROVIDER.import)) await writeFile(join(dirname(file), 'provider.ts'), PROVIDER.module)
}

/** Sets the variables of the pasted file, as a reader does, and adds a line. */
async function fillIn(file: string, values: Readonly<Record<string, string>>, added = ''): Promise<void> {
  let text = await readFile(file, 'utf8')
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm')
    if (!line.test(text)) throw new Error(`The page does not set ${name}.`)
    text = text.replace(line, `${name}=${value}`)
  }
  await writeFile(file, text + added)
}

async function serve(
  framework: Framework,
  cwd: string,
  port: number,
): Promise<ReturnType<typeof startProcess>> {
  const command = framework.serve(port)
  const { program, args } = command
  const server = startProcess({ name: program, program, args, cwd, env: createEnvironment(command, cwd) })
  await untilReady(server, () => respondsAt(`http://127.0.0.1:${port}/`))
  return server
}

async function respondsAt(url: string): Promise<true | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    await response.body?.cancel()
    return true
  } catch {
    return undefined
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}
