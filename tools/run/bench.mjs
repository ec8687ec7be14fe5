import { join } from 'node:path'
import { startProcess, stopAll } from '../../tests/support/processes/processes.mjs'
import { root, toolEnvironment } from '../../tests/support/processes/workspace.mjs'
import { buildWorkspace } from '../build/build-workspace.mjs'
import { setUp } from './setup.mjs'

/**
 * `npm run bench [-- part …]`: installs missing dependencies, builds the library and runs the
 * benchmarks.
 */
async function main() {
  await setUp()
  await buildWorkspace('Building the library', 'latchkey')
  const args = [join('bench', 'main.ts'), ...process.argv.slice(2)]
  const onOutput = (/** @type {string} */ text) => process.stdout.write(text)
  const { code } = await startProcess({
    name: 'the benchmarks',
    program: 'node',
    args,
    cwd: root,
    env: toolEnvironment(),
    onOutput,
  }).exited
  await stopAll()
  return code ?? 1
}

process.exitCode = await main().catch((error) => {
  console.error(error.message)
  return 1
})
