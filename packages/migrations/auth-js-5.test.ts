import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { filesOfPage } from '../../scripts/page-files.mjs'
import { migrate } from '../latchkey/src/cli/codemod/move-application.ts'
import { moduleFor, RENAMED_MODULES } from '../latchkey/src/cli/codemod/specifiers.ts'

const ROOT = join(import.meta.dirname, '../..')
const APPLICATIONS = join(ROOT, 'packages/authjs/applications')
const SOURCES = '**/*.{ts,tsx,mts,js,jsx,mjs,svelte}'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-rename-'))
const page = readFileSync(join(ROOT, 'docs/migration.md'), 'utf8')
const script = filesOfPage(page).find(({ path }) => path === 'rename-imports.mjs')?.content ?? ''
const applications = readdirSync(APPLICATIONS).filter((name) =>
  existsSync(join(APPLICATIONS, name, 'package.json')),
)

afterAll(() => rmSync(folder, { recursive: true }))

function sourcesOf(application: string): Map<string, string> {
  const exclude = (path: string): boolean => /node_modules|\.next|\.svelte-kit/.test(path)
  const paths = globSync(SOURCES, { cwd: application, exclude })
  return new Map(paths.map((path) => [path, readFileSync(join(application, path), 'utf8')]))
}

/** Returns the modules of both libraries that a file names. */
function modulesIn(text: string): string[] {
  const found = text.matchAll(/['"]((?:latchkey|next-auth|@auth\/(?!\w+-adapter))[^'"\s]*)['"]/g)
  return [...found].map(([, name = '']) => name).sort()
}

// proves VER-1
describe('the script of the guide for Auth.js', () => {
  it('finds applications to move', () => {
    expect(applications).toHaveLength(5)
    expect(script).not.toBe('')
  })

  it.each(applications)('names the same modules in `%s` as the tested migration', (name) => {
    const copy = join(folder, name)
    cpSync(join(APPLICATIONS, name), copy, {
      recursive: true,
      filter: (path) => !/node_modules|\.next|\.svelte-kit/.test(path),
    })
    const files = sourcesOf(copy)
    const { changed } = migrate(files, { version: '*' })
    writeFileSync(join(copy, 'rename-imports.mjs'), script)
    execFileSync(process.execPath, ['rename-imports.mjs'], { cwd: copy })
    rmSync(join(copy, 'rename-imports.mjs'))
    const renamed = sourcesOf(copy)
    const expected = [...files].map(([path, text]) => [path, modulesIn(changed.get(path) ?? text)])
    expect([...renamed].map(([path, text]) => [path, modulesIn(text)])).toEqual(expected)
    expect([...renamed.values()].flatMap(modulesIn)).toContainEqual(expect.stringMatching(/^latchkey/))
  })

  it('renames each module of Auth.js as the tested migration does', () => {
    const copy = join(folder, 'modules')
    mkdirSync(copy)
    writeFileSync(join(copy, 'rename-imports.mjs'), script)
    writeFileSync(join(copy, 'all.ts'), RENAMED_MODULES.map((name) => `import '${name}'\n`).join(''))
    execFileSync(process.execPath, ['rename-imports.mjs'], { cwd: copy })
    const renamed = readFileSync(join(copy, 'all.ts'), 'utf8').match(/(?<=').*(?=')/g)
    expect(renamed).toEqual(RENAMED_MODULES.map((name) => moduleFor(name)))
  })
})
