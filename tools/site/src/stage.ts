import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LANDING, landingPage } from './landing.ts'
import { type Page, REFERENCE_GENERATOR, readPages, repository, toDescription, toTitle } from './pages.ts'

/** The folder that VitePress builds: the pages at the paths of the site. */
export const CONTENT: string = join(repository, 'tools', 'site', '.content')

/** Writes the pages, the images and the API reference into an empty folder. */
export async function stage(): Promise<void> {
  await rm(CONTENT, { recursive: true, force: true })
  await mkdir(CONTENT, { recursive: true })
  await cp(join(repository, 'tools', 'site', 'public'), join(CONTENT, 'public'), { recursive: true })
  await cp(join(repository, 'docs'), CONTENT, { recursive: true, filter: isFolderOrImage })
  await Promise.all(readPages().map(stagePage))
  await write('index.md', landingPage(), {
    ...createFrontmatter(LANDING),
    layout: 'page',
    sidebar: false,
    pageClass: 'landing',
  })
  await stageReference()
}

/** Writes a page again after its source changed. */
export async function stagePage(page: Page): Promise<void> {
  await write(page.path, await readFile(join(repository, page.source), 'utf8'), createFrontmatter(page))
}

function isFolderOrImage(path: string): boolean {
  return !/\.\w+$/.test(path) || /\.(?:svg|png)$/.test(path)
}

/** Generates the API reference, if this checkout has its generator. */
async function stageReference(): Promise<void> {
  if (!existsSync(REFERENCE_GENERATOR)) return
  const folder = join(CONTENT, 'api')
  execFileSync(process.execPath, [REFERENCE_GENERATOR, '--out', folder], { cwd: repository, stdio: 'pipe' })
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.md')) continue
    const text = await readFile(join(folder, file), 'utf8')
    const facts = { title: toTitle(text), description: toDescription(text), editLink: false }
    await write(join('api', file), withoutFrontmatter(text), facts)
  }
}

function withoutFrontmatter(markdown: string): string {
  return markdown.replace(/^---\n[\s\S]*?\n---\n/, '')
}

function createFrontmatter({ source, title, description }: Page): object {
  return { title, description, source }
}

async function write(path: string, markdown: string, frontmatter: object): Promise<void> {
  const file = join(CONTENT, path)
  await mkdir(dirname(file), { recursive: true })
  const lines = Object.entries(frontmatter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  await writeFile(file, `---\n${lines.join('\n')}\n---\n\n${markdown}`)
}
