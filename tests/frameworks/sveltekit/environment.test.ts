import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import {
  type Running,
  runProcess,
  startProcess,
  untilReady,
} from '@latchkey/test-support/processes/processes.mjs'
import { toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const SOURCE = join(import.meta.dirname, 'environment')
const major = inject('kitMajor')
const issuer = inject('kitIssuer')

/** Variables of the machine that must not reach the application. */
const UNSET = Object.fromEntries(
  ['NODE_ENV', 'VITEST', 'TEST', 'AUTH_SECRET', 'AUTH_URL', 'AUTH_TRUST_HOST', 'VERCEL', 'CF_PAGES'].map(
    (name) => [name, undefined],
  ),
)

let folder = ''

/** The files of an application that follows the guide. Its settings are only in `.env`. */
beforeAll(async () => {
  folder = await mkdtemp(join(inject('kitFolder'), '..', 'latchkey-environment-'))
  await cp(SOURCE, folder, { recursive: true })
  // The configuration is in svelte.config.js in SvelteKit 2, and in vite.config.ts in SvelteKit 3.
  await cp(join(folder, `kit-${major}`), folder, { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  const modules = join(inject('kitFolder'), 'node_modules')
  for (const name of ['latchkey', '@sveltejs', 'svelte', 'vite', 'typescript'])
    await symlink(join(modules, name), join(folder, 'node_modules', name))
})

afterAll(() => rm(folder, { recursive: true }))

/** A server of the application, and the port that its `.env` contains. */
interface Site {
  readonly url: string
  readonly server: Running
}

async function start(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Site> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  await writeEnvironment(url)
  const server = startProcess({
    name: args.join(' '),
    program: args[0] ?? '',
    args: [...args.slice(1), ...(args[0] === 'vite' ? ['--port', String(port), '--strictPort'] : [])],
    cwd: folder,
    env: toolEnvironment({ ...UNSET, HOST: '127.0.0.1', PORT: String(port), ...env }),
  })
  await untilReady(server, async () => {
    const response = await fetch(`${url}/`).catch(() => undefined)
    return response && true
  })
  return { url, server }
}

async function writeEnvironment(url: string): Promise<void> {
  const lines = [
    'AUTH_SECRET="the secret of the file .env, which is long enough"',
    `AUTH_URL=${url}`,
    `AUTH_MY_IDP_ISSUER=${issuer}`,
    'AUTH_MY_IDP_ID=the-client-of-the-file',
    'AUTH_MY_IDP_SECRET=the-secret-of-the-client',
  ]
  await writeFile(join(folder, '.env'), lines.join('\n'))
}

/** Returns what a visitor sees, and the id with which the provider is asked to sign in. */
async function seenAt({ url }: Site): Promise<unknown> {
  const page = await fetch(`${url}/`)
  const signIn = await new Browser().post(`${url}/auth/signin/my-idp`, {}, { origin: url })
  const target = URL.parse(signIn.headers.get('location') ?? '')
  return {
    status: page.status,
    isSignedOut: (await page.text()).includes('Signed out'),
    client: target?.searchParams.get('client_id'),
    redirectUri: target?.searchParams.get('redirect_uri'),
  }
}

/** What `seenAt` returns if the variables of `.env` were read. */
function expected({ url }: Site): unknown {
  return {
    status: 200,
    isSignedOut: true,
    client: 'the-client-of-the-file',
    redirectUri: `${url}/auth/callback/my-idp`,
  }
}

describe('the variables of `.env`', { timeout: 120_000 }, () => {
  // proves DROP-12
  it('are read by `vite dev`, without a warning', async () => {
    const site = await start(['vite', 'dev'])
    try {
      expect(await seenAt(site)).toEqual(expected(site))
      expect(site.server.log()).not.toMatch(/deprecat|latchkey|error/i)
    } finally {
      await site.server.stop()
    }
  })

  // proves DROP-12
  it('do not replace variables of the process', async () => {
    const site = await start(['vite', 'dev'], { AUTH_MY_IDP_ID: 'the-client-of-the-process' })
    try {
      expect(await seenAt(site)).toMatchObject({ client: 'the-client-of-the-process' })
    } finally {
      await site.server.stop()
    }
  })

  // proves DROP-12
  it('are read by `vite preview`, and by a built server only with `--env-file`', async () => {
    const env = toolEnvironment({ ...UNSET })
    const built = await runProcess({ name: 'build', program: 'vite', args: ['build'], cwd: folder, env })
    expect(built).toMatchObject({ ok: true, output: expect.not.stringMatching(/deprecat|latchkey/i) })
    const preview = await start(['vite', 'preview'])
    try {
      expect(await seenAt(preview)).toEqual(expected(preview))
      expect(preview.server.log()).not.toMatch(/deprecat|latchkey|error/i)
    } finally {
      await preview.server.stop()
    }
    const withFile = await start(['node', '--env-file=.env', 'build'])
    try {
      const providers = await (await fetch(`${withFile.url}/auth/providers`)).json()
      expect(providers).toMatchObject({
        'my-idp': { callbackUrl: `${withFile.url}/auth/callback/my-idp` },
      })
    } finally {
      await withFile.server.stop()
    }
    const without = await start(['node', 'build'])
    try {
      expect((await fetch(`${without.url}/auth/providers`)).status).toBe(500)
      expect(without.server.log()).toContain('AUTH_SECRET')
    } finally {
      await without.server.stop()
    }
  })
})

describe('the types', { timeout: 120_000 }, () => {
  // proves DROP-13
  it('of `locals` and of the page data are declared by one line in app.d.ts', async () => {
    const env = toolEnvironment()
    const run = (program: string, ...args: string[]) =>
      runProcess({ name: program, program, args, cwd: folder, env })
    expect(
      await run('node', join('node_modules', '@sveltejs', 'kit', 'svelte-kit.js'), 'sync'),
    ).toMatchObject({
      ok: true,
    })
    expect(await run('svelte-check', '--fail-on-warnings')).toMatchObject({
      ok: true,
      output: expect.stringContaining('0 errors'),
    })
    await writeFile(join(folder, 'src', 'app.d.ts'), '')
    expect(await run('svelte-check')).toMatchObject({
      ok: false,
      output: expect.stringContaining("Property 'auth' does not exist on type 'Locals'"),
    })
  })
})
