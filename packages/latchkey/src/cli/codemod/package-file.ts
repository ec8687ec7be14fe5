import { PACKAGES } from './specifiers.ts'

/**
 * Replaces the packages of Auth.js in a `package.json` by `latchkey`. Adapters stay.
 *
 * @param version the version range of `latchkey`
 * @returns the new text, or the same text if the file names none of the packages
 * @throws {SyntaxError} if the text is not JSON
 */
export function migratePackageFile(text: string, version: string): string {
  const prefix = text.startsWith('\ufeff') ? '\ufeff' : ''
  const manifest = JSON.parse(text.slice(prefix.length)) as Record<string, unknown>
  let isChanged = false
  for (const field of FIELDS) {
    const dependencies = manifest[field]
    if (!isRecord(dependencies) || !PACKAGES.some((name) => name in dependencies)) continue
    const kept = Object.entries(dependencies).filter(([name]) => !PACKAGES.includes(name))
    const entries = [...kept.filter(([name]) => name !== 'latchkey'), ['latchkey', version] as const]
    manifest[field] = Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    isChanged = true
  }
  if (!isChanged) return text
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
  return prefix + JSON.stringify(manifest, null, indent) + (text.endsWith('\n') ? '\n' : '')
}

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
