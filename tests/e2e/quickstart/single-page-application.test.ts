import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { installPackedLibrary } from '@latchkey/test-support/applications/packed-library.mjs'
import { filesOfPage } from '@latchkey/test-support/applications/page-files.mjs'
import { createEnvironment, run } from '@latchkey/test-support/applications/run.ts'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import { startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inNewPage, openBrowser, signInAtProvider } from './sign-in.ts'

const PACKAGES = [
  ...['express', 'react', 'react-dom', 'vue', 'vite', 'typescript'],
  ...['node', 'express', 'react', 'react-dom'].map((name) => `@types/${name}`),
]

const COMPILER_OPTIONS = {
  ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, verbatimModuleSyntax: true },
  ...{ erasableSyntaxOnly: true, noUnusedLocals: true, noUnusedParameters: true, skipLibCheck: true },
  target: 'es2023',
}

/** What the template of Vite has, and another id of the provider. */
const TEMPLATE = {
  'index.html': '<title>App</title><div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  'src/main.tsx': `import { createRoot } from 'react-dom/client'
import App from './App.tsx'

createRoot(document.querySelector('#root') as Element).render(<App />)
`,
  // Vite finds the packages of all pages before it starts. Else it reloads the page.
  'vue.html': '<output></output><button>Sign in</button><script type="module" src="/src/vue.ts"></script>',
  'src/vue.ts': `import { watchEffect } from 'vue'
import { session, signIn } from './session.ts'

const [output] = document.getElementsByTagName('output')
const [button] = document.getElementsByTagName('button')
watchEffect(() => output?.replaceChildren(session.value.status))
button?.addEventListener('click', () => signIn('github'))
`,
  'server/provider.ts': `import OIDC from 'latchkey/providers/oidc'

export default OIDC({ id: 'github', name: 'GitHub' })
`,
  'tsconfig.app.json': JSON.stringify({
    compilerOptions: {
      ...COMPILER_OPTIONS,
      ...{ module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', types: ['vite/client'] },
    },
    include: ['src', 'shared'],
  }),
  'tsconfig.node.json': JSON.stringify({
    compilerOptions: { ...COMPILER_OPTIONS, module: 'nodenext', types: ['node'] },
    include: ['vite.config.ts', 'server', 'shared'],
  }),
  'vite.short.config.ts': `export default { server: { proxy: { '/api': 'http://127.0.0.1:3000' } } }`,
}

const stops: (() => Promise<unknown>)[] = []
let folder: string
let ports: { page: number; shortForm: number; api: number; apiWithoutUrl: number }
let environment: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-spa-'))
  stops.push(() => rm(folder, { recursive: true }))
  const [page = 0, shortForm = 0, api = 0, apiWithoutUrl = 0] = await freePorts(4)
  ports = { page, shortForm, api, apiWithoutUrl }
  const redirectUris = [page, api].map((port) => `http://localhost:${port}/api/auth/callback/github`)
  const client = { clientId: 'app', clientSecret: 'a secret that only the provider knows' }
  const provider = await startProvider({ clients: [{ ...client, redirectUris }] })
  stops.push(() => provider.close())
  environment = {
    AUTH_SECRET: 'a secret that is long enough for every test here',
    AUTH_GITHUB_ID: client.clientId,
    AUTH_GITHUB_SECRET: client.clientSecret,
    AUTH_GITHUB_ISSUER: provider.issuer,
  }
  await pasteFiles()
  await writeFile(join(folder, 'package.json'), '{"type":"module","dependencies":{"latchkey":"*"}}')
  await installPackedLibrary(folder, PACKAGES)
}, 60_000)
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

/** Writes the files of the page. The ports and the provider are those of the test. */
async function pasteFiles(): Promise<void> {
  const page = await readFile(join(root, 'docs/guides/single-page-application.md'), 'utf8')
  const template = Object.entries(TEMPLATE).map(([path, content]) => ({ path, content }))
  for (const { path, content } of [...template, ...filesOfPage(page)]) {
    const api = path === 'vite.short.config.ts' ? ports.apiWithoutUrl : ports.api
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(
      join(folder, path),
      content
        .replace('127.0.0.1:3000', `127.0.0.1:${api}`)
        .replace("from 'latchkey/providers/github'", "from './provider.ts'"),
    )
  }
}

async function start(program: string, args: string[], env: Record<string, string>, url: string) {
  const server = startProcess({
    name: program,
    program,
    args,
    cwd: folder,
    env: createEnvironment({ program, args, env }, folder),
  })
  stops.push(() => server.stop())
  const isReady = () =>
    fetch(url).then(
      () => true as const,
      () => undefined,
    )
  await untilReady(server, isReady)
  return server
}

const startApi = (port: number, env: Record<string, string>) =>
  start(
    'node',
    ['server/main.ts'],
    { ...environment, ...env, PORT: String(port) },
    `http://127.0.0.1:${port}/api`,
  )

const startVite = (port: number, ...args: string[]) =>
  start(
    'vite',
    ['--host', '127.0.0.1', '--port', String(port), '--strictPort', ...args],
    {},
    `http://127.0.0.1:${port}/`,
  )

/** Signs in, orders something, and signs out. */
async function useApplication(url: string): Promise<void> {
  await inNewPage(await openBrowser(), 'spa', async (page) => {
    await page.goto(url)
    await signInAtProvider(page, 'Sign in with GitHub')
    await page.getByText('Ada Lovelace: admin').waitFor()
    expect(page.url()).toBe(url)
    await page.getByRole('button', { name: 'Order coffee: tea' }).click()
    await page.getByText('tea, coffee').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with GitHub' }).waitFor()
  })
}

test.each(['app', 'node'])('the files of "Single-page application" have correct types: %s', async (side) => {
  const args = ['node_modules/typescript/lib/tsc.js', '--project', `tsconfig.${side}.json`]
  await run({ program: 'node', args }, folder)
})

test('the front end signs in through the proxy of Vite, with React and with Vue', async () => {
  const url = `http://localhost:${ports.page}/`
  await startApi(ports.api, { AUTH_URL: url.slice(0, -1) })
  await startVite(ports.page)
  await useApplication(url)
  await inNewPage(await openBrowser(), 'spa-vue', async (page) => {
    await page.goto(`${url}vue.html`)
    await page.getByText('unauthenticated').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /Ada Lovelace/ }).waitFor()
  })
})

test('the server protects its own routes from visitors and other sites', async () => {
  const url = `http://127.0.0.1:${ports.page}/api/orders`
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(url, { method: 'POST' })).status).toBe(403)
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await fetch(url, { method: 'POST', headers })).status).toBe(403)
  expect((await fetch(url, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(
    401,
  )
})

test('the log names the line to set when the short form of the proxy hides the address', async () => {
  const server = await startApi(ports.apiWithoutUrl, {})
  await startVite(ports.shortForm, '--config', 'vite.short.config.ts')
  const origin = `http://localhost:${ports.shortForm}`
  await fetch(`http://127.0.0.1:${ports.shortForm}/api/auth/signin`, {
    headers: { referer: `${origin}/`, 'sec-fetch-site': 'same-origin' },
  })
  expect(server.log()).toContain(`Set \`AUTH_URL=${origin}\``)
})

test('the server sends the built front end in production', async () => {
  await run({ program: 'vite', args: ['build'] }, folder)
  const [port = 0] = await freePorts(1)
  const server = await startApi(port, { AUTH_URL: `http://localhost:${port}`, NODE_ENV: 'production' })
  const open = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect(await (await open('/some/page')).text()).toContain('<div id="root">')
  expect((await open('/api/auth/session')).status).toBe(200)
  expect((await open('/api/nothing')).status).toBe(401)
  expect(server.log()).not.toContain('other-port')
})
