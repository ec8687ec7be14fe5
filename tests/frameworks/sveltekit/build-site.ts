import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'

/**
 * Builds the application in a folder. `vite.config.ts` reads the settings.
 * @throws {Error} with the output of Vite
 */
export async function buildSite(folder: string, settings: NodeJS.ProcessEnv): Promise<void> {
  const env = toolEnvironment({ NODE_ENV: undefined, ...settings })
  const built = await runProcess({ name: 'vite build', program: 'vite', args: ['build'], cwd: folder, env })
  if (!built.ok) throw new Error(built.output)
}
