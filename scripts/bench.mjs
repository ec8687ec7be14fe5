import { join } from 'node:path'
import { buildWorkspace } from './build-workspace.mjs'
import { startProcess, stopAll } from './processes.mjs'
import { setUp } from './setup.mjs'
import { root, toolEnvironment } from './workspace.mjs'

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
