import { appendFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { installPackedLibrary } from '@latchkey/test-support/applications/packed-library.mjs'
import { type Server, startSvelteKit } from '@latchkey/test-support/applications/servers.mjs'
import { SECRET } from '@latchkey/test-support/kit/app.ts'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import { type RunningProvider, startProvider } from '@latchkey/test-support/servers/provider.ts'
import type { TestProject } from 'vitest/node'
import { buildSite } from './build-site.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The origin of the application in `site/`, which is set at build time or in the environment.
     */
    kitSite: string
    /** The URL of the same application below a path. Its origin is set in the environment. */
    kitShop: string
    /** The origin of the same application without a configured origin. */
    kitWithoutUrl: string
    /** The major version of SvelteKit. */
    kitMajor: string
    /** The issuer URL of the provider. */
    kitIssuer: string
    /** The folder of the application, outside the workspace. */
    kitFolder: string
  }
}

/** The differences between the major versions of SvelteKit. */
export interface Major {
  readonly number: '2' | '3'
  /** The `node_modules` folder with this version. Default: that of the workspace. */
  readonly modules?: string
  /** A folder with files that replace those in `site/`. */
  readonly application?: string
}

const SOURCE = join(import.meta.dirname, 'site')
const DEPENDENCIES = [
  '@sveltejs/kit',
  '@sveltejs/adapter-node',
  '@sveltejs/vite-plugin-svelte',
  'svelte',
  'vite',
  'typescript',
  '@types/node',
]
const GENERATED = ['build', 'node_modules', '.svelte-kit']

/**
 * Builds the application twice outside the workspace, with the packed library, and starts three
 * servers. Returns a function that stops them.
 */
export async function startSites(project: TestProject, major: Major): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-sveltekit-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true })
  try {
    const { provider, servers } = await buildAndStart(folder, major)
    const [site = '', shop = '', withoutUrl = ''] = servers.map(({ url }) => url)
    project.provide('kitSite', site)
    project.provide('kitShop', `${shop}/shop`)
    project.provide('kitWithoutUrl', withoutUrl)
    project.provide('kitIssuer', provider.issuer)
    project.provide('kitMajor', major.number)
    project.provide('kitFolder', folder)
    return async () => {
      await Promise.all([provider.close(), ...servers.map((server) => server.stop())])
      await remove()
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function buildAndStart(
  folder: string,
  { modules, application }: Major,
): Promise<{ provider: RunningProvider; servers: Server[] }> {
  await cp(SOURCE, folder, { recursive: true, filter: (path) => !GENERATED.includes(basename(path)) })
  if (application !== undefined) await cp(application, folder, { recursive: true })
  await installPackedLibrary(folder, DEPENDENCIES, modules)
  const [site = 0, shop = 0, withoutUrl = 0] = await freePorts(3)
  await buildSite(folder, { SITE_OUT: 'build/site', SITE_ORIGIN: origin(site) })
  await buildSite(folder, { SITE_OUT: 'build/shop', SITE_BASE: '/shop' })
  const listUrls = (action: string): string[] =>
    [origin(site), `${origin(shop)}/shop`].map((address) => `${address}/auth/${action}/my-idp`)
  const client = {
    ...CLIENT,
    redirectUris: listUrls('callback'),
    postLogoutRedirectUris: listUrls('signout'),
  }
  const provider = await startProvider({ clients: [client] })
  const env = {
    AUTH_MY_IDP_ISSUER: provider.issuer,
    AUTH_MY_IDP_ID: CLIENT.clientId,
    AUTH_MY_IDP_SECRET: CLIENT.clientSecret,
  }
  const servers = await Promise.all([
    start(folder, 'site', site, { ...env, ...(application !== undefined && { AUTH_URL: origin(site) }) }),
    start(folder, 'shop', shop, { ...env, AUTH_URL: `${origin(shop)}/shop` }),
    start(folder, 'shop', withoutUrl, env),
  ])
  return { provider, servers }
}

function start(folder: string, name: 'site' | 'shop', port: number, env: NodeJS.ProcessEnv): Promise<Server> {
  return startSvelteKit({
    folder,
    build: `build/${name}`,
    port,
    path: name === 'shop' ? '/shop' : '/',
    // SvelteKit 2 reads its origin from `ORIGIN`, which SvelteKit 3 ignores.
    env: { ...UNSET, AUTH_SECRET: SECRET, ORIGIN: origin(port), ...env },
    onOutput: (text) => appendFileSync(join(folder, `${port}.log`), text),
  })
}

function origin(port: number): string {
  return `http://localhost:${port}`
}

/** Variables of the machine that must not reach the application. */
const UNSET = {
  NODE_ENV: undefined,
  AUTH_URL: undefined,
  AUTH_TRUST_HOST: undefined,
  VERCEL: undefined,
  CF_PAGES: undefined,
}

const CLIENT = { clientId: 'the-application', clientSecret: 'a secret that only the provider knows' }
