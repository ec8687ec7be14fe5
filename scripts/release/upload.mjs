import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tests/support/processes/workspace.mjs'
import { isPending } from './changesets.mjs'
import { readOutput } from './output.mjs'
import { git, npmVersion, planPublication, publish, reasonsNotToPublish, view } from './publish.mjs'
import { step } from './step.mjs'
import { PENDING } from './tag.mjs'

/**
 * Publishes what a dry run wrote. It needs no installed package, so no code of a dependency runs
 * where the token for publishing is.
 *
 * @param {string} out the folder of the dry run
 * @throws {Error} when it must not be published, or npm has other bytes under its version
 */
export async function upload(out) {
  const manifest = readFileSync(join(root, 'packages', 'latchkey', 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest)
  const reasons = reasonsNotToPublish({ version, env: process.env, npm: npmVersion(), git })
  if (isPending(root)) reasons.push(PENDING)
  if (reasons.length > 0) throw new Error(`Nothing was published.\n${reasons.join('\n')}`)
  const file = readOutput(out, version)
  const published = await view(`latchkey@${version}`, 'dist.integrity')
  const latest = await view('latchkey', 'dist-tags.latest')
  const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  const { tag, isPublished } = planPublication({ version, integrity, published, latest })
  // The next job needs it.
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, `tag=${tag}\n`)
  if (isPublished) return console.log(`latchkey ${version} is published already, with the same bytes.`)
  await step(`publish latchkey ${version} as ${tag}`, () => publish(file, tag))
}
