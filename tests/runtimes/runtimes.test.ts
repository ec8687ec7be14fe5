import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EdgeVM } from '@edge-runtime/vm'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { findProgram } from '@latchkey/test-support/machine/runtimes.ts'
import { decode } from 'latchkey/jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import workspace from '../../package.json' with { type: 'json' }
import { authorize } from './application/provider.ts'
import { type Outcome, steps } from './application/smoke.ts'
import { type Bundle, bundleForEdge, bundleServers, bundleWorker } from './bundle.ts'
import { type Installation, install } from './installation.ts'
import { launch, type RunningServer, runtimes, SECRET, worker } from './launch.ts'
import here from './package.json' with { type: 'json' }
import { sendAndAbort } from './send-and-abort.ts'

const COOKIE = 'latchkey.session-token'
const password = { email: 'ann@example.com', password: 'right', callbackUrl: '/after' }

let application: Bundle
let workers: Bundle
let edge: Bundle
let installation: Installation
beforeAll(async () => {
  ;[application, workers, edge] = await Promise.all([bundleServers(), bundleWorker(), bundleForEdge()])
  installation = install(application, workers)
})
afterAll(() => installation?.remove())

/**
 * Defines tests on a runtime. In continuous integration all runtimes are required; elsewhere some
 * are not available for the machine.
 */
function describeOn(program: string, title: string, tests: () => void): void {
  const isMissing = !process.env.CI && findProgram(program) === undefined
  if (isMissing)
    console.warn(
      `Skipped: ${title}. ${program} for ${process.platform} ${process.arch} is not in node_modules.`,
    )
  describe.skipIf(isMissing)(title, tests)
}

/** Defines one test for each step of the suite. */
function testSteps(outcomes: () => readonly Outcome[]): void {
  it.each(Object.keys(steps))('%s', (name) => {
    expect(outcomes().find(({ step }) => step === name) ?? 'not run').toEqual({ step: name })
  })
}

for (const runtime of runtimes) {
  describeOn(runtime.program, `the core on ${runtime.name}`, () => {
    let server: RunningServer
    let outcomes: Outcome[]
    beforeAll(async () => {
      server = await launch(runtime, installation.folder)
    })
    afterAll(() => server?.stop())

    // This test comes first, before the provider's metadata is cached.
    it('starts a sign-in even if an earlier client disconnected', async () => {
      await sendAndAbort(`${server.origin}/auth/signin/idp`)
      const response = await new Browser().post(`${server.origin}/auth/signin/idp`)
      expect(authorize(response.headers.get('location') ?? '')).toContain(
        `${server.origin}/auth/callback/idp?code=`,
      )
    })

    // proves P-OA-1, P-OA-2, P-OA-3
    it('signs two users in with a provider at the same time', async () => {
      const browsers = [new Browser(), new Browser()]
      const started = await Promise.all(
        browsers.map((browser) => browser.post(`${server.origin}/auth/signin/idp`)),
      )
      const callbacks = started.map((response) => authorize(response.headers.get('location') ?? ''))
      for (const [index, browser] of browsers.entries()) {
        await browser.get(callbacks[index] ?? '')
        expect(await (await browser.get(`${server.origin}/auth/session`)).json()).toMatchObject({
          user: { name: 'Ann' },
        })
      }
    })

    describe('by itself', () => {
      beforeAll(async () => {
        outcomes = (await (await fetch(`${server.origin}/smoke`)).json()) as Outcome[]
      })
      testSteps(() => outcomes)
    })

    // proves §3 POST /callback/<id> credentials, ST-12
    it('signs in and out over HTTP', async () => {
      const browser = new Browser()
      const response = await browser.post(`${server.origin}/auth/callback/credentials`, password)
      expect(response.headers.get('location')).toBe(`${server.origin}/after`)
      expect(await (await browser.get(`${server.origin}/auth/session`)).json()).toMatchObject({
        user: { email: 'ann@example.com' },
      })
      await browser.post(`${server.origin}/auth/signout`)
      expect(await (await browser.get(`${server.origin}/auth/session`)).json()).toBeNull()
    })

    // proves P-DS-1
    it('rejects a request body that is too large', async () => {
      const browser = new Browser()
      const response = await browser.post(`${server.origin}/auth/callback/credentials`, {
        ...password,
        password: 'x'.repeat(70_000),
      })
      expect(response.status).toBe(413)
    })

    if (!runtime.hasEnvironment) return
    // proves ENV-2
    it('reads its secret from the environment', async () => {
      const browser = new Browser()
      await browser.post(`${server.origin}/env/callback/credentials`, password)
      const token = browser.cookies(server.origin).find(({ name }) => name === COOKIE)?.value
      expect(await decode({ token, secret: SECRET, salt: COOKIE })).toMatchObject({ sub: 'ann' })
    })
  })
}

describeOn('workerd', 'a Worker', () => {
  // proves ENV-7
  it.each(['no-secret', 'no-nodejs'])(
    'counts as production, so no sign-in succeeds without a secret (%s)',
    async (socket) => {
      const server = await launch(worker('workerd', socket), installation.folder)
      const response = await new Browser().post(`${server.origin}/env/callback/credentials`, password)
      await server.stop()
      expect(response.status).toBe(500)
      expect(server.log()).toContain('MissingSecret')
    },
  )

  it('does not bundle Node.js modules', () => {
    expect(workers.files).toHaveLength(1)
    expect(workers.files[0]?.code).not.toMatch(/["']node:/)
    expect(loaded(workers)).toEqual(['crypto.web.js'])
  })
})

describe('the core in the virtual machine of edge-runtime', () => {
  let vm: EdgeVM
  let outcomes: Outcome[]
  beforeAll(async () => {
    vm = new EdgeVM()
    vm.evaluate(edge.files[0]?.code ?? '')
    outcomes = JSON.parse(
      await vm.evaluate(`handle(new Request('https://app.test/smoke')).then((response) => response.text())`),
    )
  })

  it('has only Web standards', () => {
    expect(vm.evaluate('[typeof process, typeof Buffer].join()')).toBe('undefined,undefined')
    expect(loaded(edge)).toEqual(['crypto.web.js'])
  })

  testSteps(() => outcomes)
})

it('docs/deploy/runtimes.md lists the tested versions', () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/deploy/runtimes.md', import.meta.url)), 'utf8')
  const tested = { ...workspace.optionalDependencies, ...here.devDependencies, ...here.optionalDependencies }
  expect(Object.values(tested).filter((version) => !page.includes(version))).toEqual([])
})

/** Returns the cryptography modules in a bundle. */
function loaded({ modules }: Bundle): string[] {
  return modules.flatMap((id) => /\bcrypto\.(?:node|web)\.\w+$/.exec(id) ?? [])
}
