import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FRAMEWORKS, type Framework } from '@latchkey/test-support/applications/frameworks.ts'
import { installPackedLibrary } from '@latchkey/test-support/applications/packed-library.mjs'
import { filesOfPage, packagesOfPage, readGuide } from '@latchkey/test-support/applications/page-files.mjs'
import { run } from '@latchkey/test-support/applications/run.ts'
import { root } from '@latchkey/test-support/processes/workspace.mjs'

export type FrameworkName = keyof typeof FRAMEWORKS

const TITLES: Readonly<Record<FrameworkName, string>> = {
  next: 'Next.js',
  sveltekit: 'SvelteKit',
  'solid-start': 'SolidStart',
}

/**
 * The provider of the pages is GitHub. Here it is the playground's, under the same id, so that
 * variables and callback URL stay as they are.
 */
const GITHUB = "import GitHub from 'latchkey/providers/github'"
const PROVIDER = `import OIDC from 'latchkey/providers/oidc'

const GitHub = OIDC({ id: 'github', name: 'GitHub' })`

/** The end of `@sveltejs/adapter-node@5`. */
const VERSION = /(?<=.)@[^/@]+$/

/** An application that was created as the pages say. */
export interface Application {
  readonly folder: string
  remove(): Promise<void>
}

/** An application without its packages, which is not built yet. */
export interface Source extends Application {
  /** Links the packages in the package.json of a folder. */
  installInto(folder: string): Promise<void>
}

/** Reads a page in `docs/`, with the pages below it. */
export async function readPage(page: string): Promise<string> {
  return readGuide(join(root, 'docs', `${page}.md`))
}

/**
 * Returns the text below a heading of a page, up to the next heading of the same level.
 *
 * @throws {Error} when the page has no such heading
 */
export function findSection(page: string, heading: string): string {
  const start = page.indexOf(`\n## ${heading}\n`)
  if (start < 0) throw new Error(`The page has no heading "${heading}".`)
  const end = page.indexOf('\n## ', start + 1)
  return page.slice(start, end < 0 ? undefined : end)
}

/** Returns the files that a section of a deployment guide shows, by their path. */
export async function filesIn(page: string, heading: string): Promise<Map<string, string>> {
  const files = filesOfPage(findSection(await readPage(page), heading))
  return new Map(files.map(({ path, content }) => [path, content]))
}

/**
 * Creates an application with the framework's own tool, pastes "Getting started" and then the
 * section of a deployment guide, installs the packed library, and builds the application.
 *
 * @param page the guide, in `docs/`
 * @throws {Error} with the output of the command that failed
 */
export async function buildApplication(name: FrameworkName, page: string): Promise<Application> {
  const { folder, installInto, remove } = await createApplication(name, page)
  try {
    await installInto(folder)
    await run(FRAMEWORKS[name].build, folder)
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Does the same up to the files and the package.json. No package is installed.
 *
 * @throws {Error} with the output of the tool
 */
export async function createApplication(name: FrameworkName, page: string): Promise<Source> {
  const framework: Framework = FRAMEWORKS[name]
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-deployment-'))
  const folder = join(parent, 'my-app')
  const remove = (): Promise<void> => rm(parent, { recursive: true })
  try {
    await framework.create(folder)
    const start = filesOfPage(await readPage(`start/${name}`))
    const guide = await filesIn(page, TITLES[name])
    await paste(folder, [...start.map(({ path, content }) => [path, content] as const), ...guide])
    await rm(join(folder, framework.environmentFile))
    const added = packagesOfPage(await readPage(page), TITLES[name])
    await addDependencies(
      folder,
      added.map((each) => each.replace(VERSION, '')),
    )
    return { folder, remove, installInto: (target) => install(target, framework) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function paste(folder: string, files: readonly (readonly [string, string])[]): Promise<void> {
  for (const [path, content] of files) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content.replace(GITHUB, PROVIDER))
  }
}

/** The adapters for platforms, and the version of SvelteKit that they are for. */
const ADAPTERS = fileURLToPath(new URL('node_modules', import.meta.url))

/** Adds the packages of the guide, and the library, to the package.json of an application. */
async function addDependencies(folder: string, packages: readonly string[]): Promise<void> {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  const added = Object.fromEntries(['latchkey', ...packages].map((name) => [name, '*']))
  manifest.dependencies = { ...manifest.dependencies, ...added }
  await writeFile(file, JSON.stringify(manifest))
}

/** Links the packages in the package.json of an application. */
async function install(folder: string, { tools, modules }: Framework): Promise<void> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const names = new Set([...Object.keys({ ...dependencies, ...devDependencies }), ...tools])
  names.delete('latchkey')
  await installPackedLibrary(folder, [...names], names.has('@sveltejs/adapter-node') ? modules : ADAPTERS)
}
