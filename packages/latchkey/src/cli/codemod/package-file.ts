import { PACKAGES } from './specifiers.ts'

/** Optional packages, and the first version that Latchkey works with. */
const MINIMUM = { '@simplewebauthn/browser': 13, '@simplewebauthn/server': 13, nodemailer: 7 }

/**
 * Replaces the Auth.js packages in a `package.json` by `latchkey`, and raises the version range of
 * packages that are too old for it. Adapters stay, and so does a `latchkey` range.
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
    const kept = Object.entries({ latchkey: version, ...dependencies })
      .filter(([name]) => !PACKAGES.includes(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    manifest[field] = Object.fromEntries(kept)
    isChanged = true
  }
  if (!isChanged) return text
  for (const field of FIELDS) raiseRanges(manifest[field])
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
  return prefix + JSON.stringify(manifest, null, indent) + (text.endsWith('\n') ? '\n' : '')
}

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

function raiseRanges(dependencies: unknown): void {
  if (!isRecord(dependencies)) return
  for (const [name, major] of Object.entries(MINIMUM)) {
    const current = /^[\^~]?(\d+)(?:\.|$)/.exec(String(dependencies[name]))?.[1]
    if (current !== undefined && Number(current) < major) dependencies[name] = `^${major}.0.0`
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
