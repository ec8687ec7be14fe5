import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The path of the program in each package of package.json, by `process.platform` and
 * `process.arch`.
 */
const packages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  deno: { 'linux x64': '@deno/linux-x64-glibc/deno', 'linux arm64': '@deno/linux-arm64-glibc/deno' },
  bun: {
    'linux x64': '@oven/bun-linux-x64-baseline/bin/bun',
    'linux arm64': '@oven/bun-linux-aarch64/bin/bun',
  },
  workerd: {
    'linux x64': '@cloudflare/workerd-linux-64/bin/workerd',
    'linux arm64': '@cloudflare/workerd-linux-arm64/bin/workerd',
    'darwin x64': '@cloudflare/workerd-darwin-64/bin/workerd',
    'darwin arm64': '@cloudflare/workerd-darwin-arm64/bin/workerd',
  },
}

/** Returns the program of a runtime on this machine, or `undefined` when it is not installed. */
export function findProgram(runtime: string): string | undefined {
  if (runtime === 'node') return process.execPath
  const file = packages[runtime]?.[`${process.platform} ${process.arch}`]
  if (file === undefined) return undefined
  const path = fileURLToPath(new URL(`../../../node_modules/${file}`, import.meta.url))
  return existsSync(path) ? path : undefined
}
