import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Platform } from 'esbuild'
import { expect, it } from 'vitest'

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))

/** Returns every module of the package that runs without a compiler of components. */
function entryPoints(): string[] {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  return Object.entries<{ default?: string } | null>(exports).flatMap(([name, target]) => {
    const file = target?.default
    if (!file?.endsWith('.js') || /svelte/.test(name)) return []
    if (!file.includes('*')) return [join(PACKAGE, file)]
    const folder = join(PACKAGE, file.replace('/*.js', ''))
    return readdirSync(folder)
      .filter((entry) => entry.endsWith('.js'))
      .map((entry) => join(folder, entry))
  })
}

it.each<Platform>(['node', 'browser'])('bundles the package without a warning for %s', async (platform) => {
  const { warnings } = await build({
    entryPoints: entryPoints(),
    bundle: true,
    format: 'esm',
    splitting: true,
    outdir: '/none',
    platform,
    logLevel: 'silent',
    packages: 'external',
    external: ['#*', 'node:*'],
    write: false,
  })
  expect(warnings.map(({ id, text, location }) => ({ id, text, file: location?.file }))).toEqual([])
})
