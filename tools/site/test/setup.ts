import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { root, toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the built site. */
    readonly site: string
    /** The address of the browser. */
    readonly browser: string
  }
}

/** Builds the site once, and starts the browser. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-site-'))
  const { ok, output } = await runProcess({
    name: 'npm run docs -- build',
    program: 'node',
    args: [join(root, 'tools', 'docs', 'docs.mjs'), 'build', '--out', join(folder, 'site')],
    cwd: root,
    env: toolEnvironment({ NODE_ENV: 'production' }),
  })
  if (!ok) throw new Error(output)
  const browser = await launchBrowser()
  provide('site', join(folder, 'site'))
  provide('browser', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await rm(folder, { recursive: true })
  }
}
