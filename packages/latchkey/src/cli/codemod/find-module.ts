import { posix } from 'node:path'
import type { Source } from './source.ts'

/**
 * Finds the application file that a specifier refers to: by a relative path, or by an alias such as
 * `@/auth` or `$lib/auth`, of which only the end is compared.
 */
export function findModule(
  specifier: string,
  { path }: Source,
  sources: readonly Source[],
): Source | undefined {
  if (specifier.startsWith('.')) {
    const target = moduleName(posix.join(posix.dirname(path), specifier))
    return sources.find((source) => moduleName(source.path) === target)
  }
  const [, rest] = /^[@~$#][^/]*\/(.+)$/.exec(specifier) ?? []
  if (rest === undefined) return undefined
  const end = moduleName(rest)
  const candidates = sources.filter((source) => `/${moduleName(source.path)}`.endsWith(`/${end}`))
  return candidates.toSorted((a, b) => a.path.length - b.path.length)[0]
}

/** Removes the extension, and `index`. */
function moduleName(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '').replace(/(^|\/)index$/, '')
}
