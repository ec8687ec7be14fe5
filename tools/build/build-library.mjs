import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess } from '../../tests/support/processes/processes.mjs'
import { root, toolEnvironment } from '../../tests/support/processes/workspace.mjs'
import { bundle } from './bundle.mjs'

const LIBRARY = join(root, 'packages', 'latchkey')
const COMPONENTS = join('sveltekit', 'components')

/** Compiles the library, bundles its server modules and copies its Svelte components. */
async function build() {
  rmSync(join(LIBRARY, 'dist'), { recursive: true, force: true })
  const { ok, output } = await runProcess({
    name: 'tsc',
    program: process.execPath,
    args: [join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc'), '-p', 'tsconfig.build.json'],
    cwd: LIBRARY,
    env: toolEnvironment(),
  })
  if (!ok) throw new Error(output.trim())
  await bundle()
  const source = join(LIBRARY, 'src', COMPONENTS)
  for (const name of readdirSync(source).filter((file) => file.endsWith('.svelte')))
    copyFileSync(join(source, name), join(LIBRARY, 'dist', COMPONENTS, name))
}

await build().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
