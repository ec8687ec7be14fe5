import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EdgeVM } from '@edge-runtime/vm'
import { decode } from 'latchkey/jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import workspace from '../../package.json' with { type: 'json' }
import { Browser } from '../latchkey/test/kit/browser.ts'
import { abandon } from './abandon.ts'
import { agree } from './application/provider.ts'
import { type Outcome, steps } from './application/smoke.ts'
import { type Bundle, bundleForEdge, bundleServers, bundleWorker } from './bundle.ts'
import { type Installation, install } from './installation.ts'
import { launch, type RunningServer, runtimes, SECRET, worker } from './launch.ts'
import here from './package.json' with { type: 'json' }
import { findProgram } from './programs.ts'

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

/** Tests on a run time. In continuous integration every one has to be there; elsewhere some do not exist for the machine. */
function describeOn(program: string, title: string, tests: () => void): void {
  const isMissing = !process.env.CI && findProgram(program) === undefined
  if (isMissing)
    console.warn(
      `Not tried: ${title}. There is no ${program} for ${process.platform} ${process.arch} in node_modules.`,
    )
  describe.skipIf(isMissing)(title, tests)
}

/** One test for each step of the suite, with its problem when it has one. */
function testSteps(outcomes: () => readonly Outcome[]): void {
  it.each(Object.keys(steps))('%s', (name) => {
    expect(outcomes().find(({ step }) => step === name) ?? 'was not taken').toEqual({ step: name })
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

    // First of all, while the provider's address is not known yet.
    it('begins a sign-in although whoever asked before went away meanwhile', async () => {
      await abandon(`${server.origin}/auth/signin/idp`)
      const response = await new Browser().post(`${server.origin}/auth/signin/idp`)
      expect(agree(response.headers.get('location') ?? '')).toContain(
        `${server.origin}/auth/callback/idp?code=`,
      )
    })

    // proves P-OA-1, P-OA-2, P-OA-3
    it('signs two people in at a provider at once', async () => {
      const browsers = [new Browser(), new Browser()]
      const begun = await Promise.all(
        browsers.map((browser) => browser.post(`${server.origin}/auth/signin/idp`)),
      )
      const answers = begun.map((response) => agree(response.headers.get('location') ?? ''))
      for (const [index, browser] of browsers.entries()) {
        await browser.get(answers[index] ?? '')
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
    it('refuses a body over HTTP that is too large', async () => {
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
  it.each(['forgetful', 'bare'])(
    'counts as production: where it finds no secret it signs nobody in (%s)',
    async (socket) => {
      const server = await launch(worker('workerd', socket), installation.folder)
      const response = await new Browser().post(`${server.origin}/env/callback/credentials`, password)
      await server.stop()
      expect(response.status).toBe(500)
      expect(server.log()).toContain('MissingSecret')
    },
  )

  it('gets nothing of Node.js into its bundle', () => {
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
      await vm.evaluate(`answer(new Request('https://app.test/smoke')).then((response) => response.text())`),
    )
  })

  it('has nothing but the Web', () => {
    expect(vm.evaluate('[typeof process, typeof Buffer].join()')).toBe('undefined,undefined')
    expect(loaded(edge)).toEqual(['crypto.web.js'])
  })

  testSteps(() => outcomes)
})

it('the page about run times names the versions that are tried', () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/runtimes.md', import.meta.url)), 'utf8')
  const tried = { ...workspace.optionalDependencies, ...here.devDependencies, ...here.optionalDependencies }
  expect(Object.values(tried).filter((version) => !page.includes(version))).toEqual([])
})

/** Which cryptography went into a bundle. */
function loaded({ modules }: Bundle): string[] {
  return modules.flatMap((id) => /\bcrypto\.(?:node|web)\.\w+$/.exec(id) ?? [])
}
