import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { EXAMPLES } from './tests/support/applications/examples.mjs'
import { skipWithout } from './tests/support/machine/programs.mjs'
import { TESTS_ALL_VARIANTS } from './tests/support/variants.mjs'

// The library is tested from its sources, which the `@latchkey/source` condition of its exports and
// imports selects. `import` and `default` are always set where they apply; listed here, packages
// that call `require`, such as Express, would get ECMAScript modules.
const conditions = ['@latchkey/source', 'node', 'module']
const fromSource = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
}

/**
 * Vitest leaves a core to itself, which is half of a machine with two. A thread starts in less time
 * than a process.
 */
const allCores = { maxWorkers: availableParallelism(), pool: 'threads' as const }

/**
 * A browser shares the machine with the servers under test. A failed test is retried once; the end
 * of `npm run test:all` lists tests that passed only on a retry, which are defects.
 */
const inBrowser = {
  // A busy machine checks the accessibility of fifty pages in a minute.
  testTimeout: 120_000,
  hookTimeout: 60_000,
  // Each test has its own users and browser context, and waits most of the time.
  maxWorkers: availableParallelism() + 1,
  retry: 1,
}

/** Their code runs in the Next.js example, and in the tests of each integration. */
const SAME_IN_EXAMPLES = ['accessibility', 'email-link', 'passkey', 'profile'].map(
  (name) => `tests/e2e/${name}.test.ts`,
)

/**
 * Files that run only with `LATCHKEY_VARIANTS=all`, by project: see `tests/support/variants.mjs`. Other
 * tests run the same code.
 */
const VARIANTS: Readonly<Record<string, readonly string[]>> = TESTS_ALL_VARIANTS
  ? {}
  : {
      // Their parts are in the applications of the integration tests.
      applications: ['tests/authjs/applications/{database-roles,pages-router,token-proxy}.test.ts'],
      // A standby or a replica of Redis takes over: the application sees a server that restarts.
      failover: ['tests/databases/failover/*-failover.test.ts'],
      // SvelteKit 3 reads the same files in the same way.
      'sveltekit-2': ['tests/frameworks/sveltekit/environment.test.ts'],
      // Getting started builds an application with each framework.
      quickstart: ['tests/e2e/quickstart/{next-layout,passwords,protect-a-page,second-factor}.test.ts'],
      // The pages and the core are the same in the Next.js example.
      'browser-sveltekit': SAME_IN_EXAMPLES,
      'browser-solid-start': SAME_IN_EXAMPLES,
    }

/** Folders of the library's tests that are projects, so that each runs by its name. */
const SUBJECTS = [
  'account',
  'canaries',
  'codes',
  'conformance',
  'enumeration',
  'gate',
  'hashes',
  'passkeys',
  'passwords',
  'properties',
  'races',
  'sessions',
  'step-up',
]

/** Tests that compile code with TypeScript, which takes long. */
const COMPILING = [
  'packages/latchkey/test/compat/exported-types.test.ts',
  'packages/latchkey/test/flows/{missing-await,testing-page}.test.ts',
  'tests/authjs/names/*.test.ts',
]

/** Our adapters, which are also tested beside their databases, and those of others. */
const MATRIX = 'tests/databases/matrix/matrix.test.ts'

/** The files of a project that are not run. */
function listVariants(project: string): string[] {
  return [...(VARIANTS[project] ?? [])]
}

/** The tests of databases that need a server that is not installed. */
function testsWithoutServers(): string[] {
  const servers = { redis: 'redis', postgres: 'postgresql', mysql: 'mariadb' } as const
  const missing = Object.entries(servers).filter(([, server]) => skipWithout(server))
  if (missing.length === 0) return []
  // All others need every server, or skip what a missing one concerns by themselves.
  const others = `tests/databases/!(${[...Object.keys(servers), 'sqlite', 'matrix'].join('|')})/**`
  return [...missing.map(([folder]) => `tests/databases/${folder}/**`), others]
}

function toTestPattern(subject: string): string {
  return `packages/latchkey/test/${subject}/**/*.test.ts`
}

function inRepository(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

export default defineConfig({
  test: {
    projects: [
      {
        ...fromSource,
        test: {
          name: 'library',
          ...allCores,
          // A busy machine computes the hash of a password in seconds.
          testTimeout: 20_000,
          exclude: ['packages/latchkey/test/browser/**', ...COMPILING, ...SUBJECTS.map(toTestPattern)],
          include: [
            'packages/latchkey/test/**/*.test.{ts,tsx}',
            'tests/frameworks/node/*.test.ts',
            'tests/support/**/*.test.ts',
            'tools/{build,docs,playground,release,run}/**/*.test.ts',
          ],
        },
      },
      {
        ...fromSource,
        // They start no server and replace no module, so files share their worker. That takes half the time.
        test: {
          name: 'units',
          ...allCores,
          isolate: false,
          testTimeout: 20_000,
          include: ['packages/latchkey/src/**/*.test.{ts,tsx}'],
        },
      },
      { ...fromSource, test: { name: 'compilation', ...allCores, testTimeout: 20_000, include: COMPILING } },
      ...SUBJECTS.map((name) => ({
        ...fromSource,
        test: { name, ...allCores, testTimeout: 20_000, include: [toTestPattern(name)] },
      })),
      {
        ...fromSource,
        test: {
          name: 'frameworks',
          ...allCores,
          testTimeout: 20_000,
          include: ['tests/frameworks/suite/*.test.ts'],
        },
      },
      {
        ...fromSource,
        test: { name: 'battery', ...allCores, testTimeout: 20_000, include: ['tests/battery/*.test.ts'] },
      },
      {
        ...fromSource,
        // The implementation for runtimes without `node:crypto`.
        resolve: {
          conditions,
          alias: { '#crypto': inRepository('packages/latchkey/src/crypto/crypto.web.ts') },
        },
        test: {
          name: 'library-web-crypto',
          ...allCores,
          // A busy machine computes the hash of a password in seconds.
          testTimeout: 20_000,
          include: ['packages/latchkey/test/flows/{sessions/session,credentials/credentials}.test.ts'],
        },
      },
      {
        ...fromSource,
        test: {
          name: 'runtimes',
          ...allCores,
          include: ['tests/runtimes/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'databases',
          include: ['tests/databases/**/*.test.ts'],
          exclude: ['tests/databases/failover/**', MATRIX, ...testsWithoutServers()],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Most of them wait for a lifetime to end, or for a server.
          maxConcurrency: 100,
          maxWorkers: availableParallelism() + 1,
          pool: 'threads',
        },
      },
      {
        ...fromSource,
        // `npm run update -- adapters` runs it, and `LATCHKEY_VARIANTS=all npm run test:all`.
        test: { name: 'adapters', include: [MATRIX], hookTimeout: 60_000 },
      },
      {
        ...fromSource,
        test: {
          name: 'failover',
          include: ['tests/databases/failover/**/*.test.ts'],
          exclude: listVariants('failover'),
          // A fault lasts up to eight seconds, and the application may need ten to recover.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // On a busy machine, a store can take longer than the second that users wait for it.
          retry: 1,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'identity-providers',
          include: ['tests/identity-providers/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'library-browser',
          include: ['packages/latchkey/test/browser/**/*.test.ts'],
          ...inBrowser,
        },
      },
      {
        test: {
          name: 'docs',
          include: ['tools/site/**/*.test.ts'],
          globalSetup: ['tools/site/test/setup.ts'],
          ...inBrowser,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'next',
          ...allCores,
          include: ['tests/frameworks/next/*.test.ts'],
          globalSetup: ['tests/frameworks/next/server.ts'],
          testTimeout: 20_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'next-14',
          ...allCores,
          include: ['tests/frameworks/next-14/*.test.ts'],
          globalSetup: ['tests/frameworks/next-14/server.ts'],
          testTimeout: 20_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'solid-start',
          ...allCores,
          include: ['tests/frameworks/solid-start/*.test.ts'],
          globalSetup: ['tests/frameworks/solid-start/server.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'sveltekit',
          ...allCores,
          include: ['tests/frameworks/sveltekit/*.test.ts'],
          globalSetup: ['tests/frameworks/sveltekit/server.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'sveltekit-2',
          ...allCores,
          include: ['tests/frameworks/sveltekit/*.test.ts'],
          exclude: listVariants('sveltekit-2'),
          globalSetup: ['tests/frameworks/sveltekit-2/server.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'applications',
          include: ['tests/authjs/applications/*.test.ts'],
          exclude: listVariants('applications'),
          ...inBrowser,
          // The hook builds an application in two forms.
          hookTimeout: 300_000,
          maxWorkers: 1,
        },
      },
      {
        ...fromSource,
        resolve: {
          conditions,
          alias: { '$app/paths': inRepository('tests/authjs/compare/sveltekit-paths.ts') },
        },
        test: {
          name: 'compatibility',
          ...allCores,
          include: ['tests/authjs/compare/**/*.test.ts'],
          exclude: ['tests/authjs/compare/frameworks.test.ts'],
          // Its import of `$app/paths` is resolved as above.
          server: { deps: { inline: ['@auth/sveltekit'] } },
          testTimeout: 60_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'migrations',
          ...allCores,
          include: ['tests/migrations/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'compatibility-frameworks',
          include: ['tests/authjs/compare/frameworks.test.ts'],
          // The hook builds an application in two forms, and drives both.
          hookTimeout: 300_000,
        },
      },
      ...EXAMPLES.map(({ name }) => ({
        test: {
          name: `browser-${name}`,
          include: ['tests/e2e/**/*.test.ts'],
          exclude: ['tests/e2e/{deployed,quickstart}/**', ...listVariants(`browser-${name}`)],
          globalSetup: ['tests/e2e/servers.ts'],
          ...inBrowser,
        },
      })),
      // Sign-up, second factor, sessions and step-up write into most tables.
      ...['postgres', 'mysql'].map((database) => ({
        test: {
          name: `browser-next-${database}`,
          include: ['tests/e2e/{security,sign-up}.test.ts'],
          globalSetup: ['tests/e2e/servers.ts'],
          ...inBrowser,
        },
      })),
      {
        test: {
          name: 'deployed',
          include: ['tests/e2e/deployed/*.test.ts'],
          ...inBrowser,
          // The hook builds an application, which takes ten seconds, and much longer on a busy
          // machine.
          hookTimeout: 300_000,
          maxWorkers: 1,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'deployments',
          include: ['tests/deployments/*.test.ts'],
          testTimeout: 60_000,
          // The hook builds an application.
          hookTimeout: 300_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'quickstart',
          include: ['tests/e2e/quickstart/*.test.ts'],
          exclude: listVariants('quickstart'),
          ...inBrowser,
          ...allCores,
          // Each test builds an application.
          testTimeout: 300_000,
        },
      },
    ],
  },
})
