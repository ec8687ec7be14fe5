import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startExample } from './application.ts'
import { inNewPage, openBrowser, signInAtProvider } from './sign-in.ts'

interface Manifest {
  readonly version: string
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
}

describe.for([
  { name: 'next', basePath: '/api/auth' },
  { name: 'sveltekit', basePath: '/auth' },
  { name: 'solid-start', basePath: '/api/auth' },
] as const)('examples/$name', ({ name, basePath }) => {
  test('signs in to the protected page and signs out', async () => {
    const { url, stop } = await startExample(name, basePath)
    onTestFinished(stop)
    await inNewPage(await openBrowser(), `example-${name}`, async (page, save) => {
      await page.goto(`${url}/account`)
      await page.waitForURL((address) => address.pathname === `${basePath}/signin`)
      await page.goto(url)
      await page.waitForLoadState('networkidle')
      await save('signed-out')
      await signInAtProvider(page, 'Sign in with GitHub')
      await page.getByText('You are signed in as Ada Lovelace.').waitFor()
      expect(page.url()).toBe(`${url}/account`)
      await page.waitForLoadState('networkidle')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(`${url}/`)
      await page.goto(`${url}/account`)
      await page.waitForURL((address) => address.pathname === `${basePath}/signin`)
    })
  })

  test('has the versions of the demo, and the current version of Latchkey', async () => {
    const [example, demo, workspace, library] = await Promise.all(
      [`examples/${name}`, `tests/e2e/applications/${name}`, '.', 'packages/latchkey'].map(readManifest),
    )
    const known: Record<string, string | undefined> = {
      ...workspace?.devDependencies,
      ...demo?.devDependencies,
      ...demo?.dependencies,
      // The workspace has the compiler under another name.
      typescript: workspace?.devDependencies.typescript?.split('@').at(-1),
      latchkey: `^${library?.version}`,
    }
    const installed = { ...example?.dependencies, ...example?.devDependencies }
    const expected = Object.keys(installed).map((one) => [one, known[one]])
    expect(installed).toEqual(Object.fromEntries(expected))
  })

  test('has fewer than 10 files and 120 lines', async () => {
    const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', `examples/${name}`], { cwd: root })
    const files = stdout.split('\0').filter((file) => file !== '')
    const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
    expect(files.length).toBeLessThan(10)
    expect(texts.join('').split('\n').length - 1).toBeLessThan(120)
  })
})
