import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Problem } from '../problem.ts'
import type { Files } from './project-files.ts'

/** The first `next-auth` version that a range allows is a 4, or `latest`, which is one. */
const VERSION_4 = /^(?:[\^~>=v\s]*4(?:\.|\s|$)|latest$)/

/**
 * Rejects an application with NextAuth.js 4: its functions have other names and arguments.
 *
 * @throws {Problem} that names the `package.json`
 */
export async function refuseNextAuth4(folder: string, files: Files): Promise<void> {
  for (const [path, text] of files) {
    if (!/(?:^|\/)package\.json$/.test(path)) continue
    const range = findRange(text)
    if (range === undefined) continue
    const version = (await readInstalledVersion(folder, dirname(path))) ?? range
    if (!VERSION_4.test(version)) continue
    throw new Problem(
      `${path}: \`next-auth\` is version 4 (${version}). This command moves Auth.js 5. ` +
        'Follow the guide "Moving from NextAuth.js 4".',
    )
  }
}

/** Returns the `next-auth` range in a `package.json`. A template is not always valid JSON. */
function findRange(text: string): string | undefined {
  try {
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(text.replace(/^\ufeff/, ''))
    return { ...peerDependencies, ...devDependencies, ...dependencies }['next-auth']
  } catch {
    return undefined
  }
}

/** Looks in the folder with the `package.json`, and in the folders above up to the project. */
async function readInstalledVersion(folder: string, path: string): Promise<string | undefined> {
  const manifest = join(folder, path, 'node_modules', 'next-auth', 'package.json')
  const text = await readFile(manifest, 'utf8').catch(() => undefined)
  if (text !== undefined) return JSON.parse(text).version
  return path === '.' ? undefined : readInstalledVersion(folder, dirname(path))
}
