import { describe, expect, test } from 'vitest'
import { type Migration, moveApplication } from './move-application.ts'

function run(files: Record<string, string>): Migration {
  return moveApplication(new Map(Object.entries(files)), { version: '^1.0.0' })
}

/** Returns a file's new text. */
function rewritten(text: string, path = 'src/file.ts'): string {
  return run({ [path]: text }).changed.get(path) ?? text
}

describe('modules', () => {
  test.each([
    ["import { AuthError } from 'next-auth'", "import { AuthError } from 'latchkey/next'"],
    ['import { signIn } from "next-auth/react"', 'import { signIn } from "latchkey/react"'],
    ["import GitHub from 'next-auth/providers/github'", "import GitHub from 'latchkey/providers/github'"],
    ["import GitHub from '@auth/core/providers/github'", "import GitHub from 'latchkey/providers/github'"],
    [
      "import GitHub from '@auth/sveltekit/providers/github'",
      "import GitHub from 'latchkey/providers/github'",
    ],
    [
      "export type { Adapter } from '@auth/core/adapters'",
      "export type { Adapter } from 'latchkey/adapters'",
    ],
    [
      "const { getToken } = await import('next-auth/jwt')",
      "const { getToken } = await import('latchkey/jwt')",
    ],
    ["type Token = import('next-auth/jwt').JWT", "type Token = import('latchkey/jwt').JWT"],
    ["const react = require('next-auth/react')", "const react = require('latchkey/react')"],
    ["vi.mock('next-auth/react')", "vi.mock('latchkey/react')"],
    ["/** @type {import('next-auth').Session} */", "/** @type {import('latchkey/next').Session} */"],
    ["// from 'next-auth/react'\nexport {}", "// from 'latchkey/react'\nexport {}"],
    ['/// <reference types="@auth/sveltekit" />', '/// <reference types="latchkey/sveltekit/ambient" />'],
    ['/// <reference types="next-auth" />', '/// <reference types="latchkey/next" />'],
    [
      "import { PrismaAdapter } from '@auth/prisma-adapter'",
      "import { PrismaAdapter } from '@auth/prisma-adapter'",
    ],
  ])('rewrites %s', (before, after) => {
    expect(rewritten(before, 'src/app.d.ts')).toBe(after)
  })

  test.each([
    ["declare module 'next-auth' {}", "declare module 'latchkey' {}"],
    ['declare module "next-auth/jwt" {}', 'declare module "latchkey/jwt" {}'],
    ["declare module '@auth/core/types' {}", "declare module 'latchkey' {}"],
    ["declare module '@auth/core/adapters' {}", "declare module 'latchkey/adapters' {}"],
    ["declare module '@auth/sveltekit' {}", "declare module 'latchkey' {}"],
    ["// declare module 'next-auth'\nexport {}", "// declare module 'latchkey'\nexport {}"],
  ])('rewrites the augmentation %s', (before, after) => {
    expect(rewritten(before)).toBe(after)
  })

  test('reports a module without a counterpart', () => {
    const { changed, findings } = run({ 'a.ts': "\nimport { withAuth } from 'next-auth/middleware'\n" })
    expect(changed.size).toBe(0)
    expect(findings).toEqual([
      {
        file: 'a.ts',
        line: 2,
        message: expect.stringContaining('"next-auth/middleware" has no counterpart'),
      },
    ])
  })

  test('says what to use instead of a module', () => {
    const { findings } = run({ 'a.ts': "import { ExpressAuth } from '@auth/express'" })
    expect(findings).toEqual([{ file: 'a.ts', line: 1, message: expect.stringContaining('"latchkey/node"') }])
  })

  test('reports a provider that Latchkey does not have', () => {
    const files = new Map([['a.ts', "import Acme from 'next-auth/providers/acme'"]])
    const { findings } = moveApplication(files, { version: '*', resolves: (name) => !name.endsWith('/acme') })
    expect(findings).toEqual([
      { file: 'a.ts', line: 1, message: expect.stringContaining('next-auth/providers/acme') },
    ])
  })

  test.each(['transpilePackages', 'serverExternalPackages', 'noExternal', 'external', 'include', 'exclude'])(
    'rewrites the package name in the list `%s` of a bundler',
    (list) => {
      expect(rewritten(`export default { ${list}: ['a', 'next-auth'] }`, 'next.config.ts')).toBe(
        `export default { ${list}: ['a', 'latchkey'] }`,
      )
    },
  )

  test('keeps a package name in any other text', () => {
    const text = "export const library = { name: 'next-auth', label: 'next-auth/react' }"
    expect(rewritten(text)).toBe(text)
  })

  test('reports a package name in another text', () => {
    const { changed, findings } = run({ 'next.config.ts': "export default { list: ['next-auth'] }" })
    expect(changed.size).toBe(0)
    expect(findings).toEqual([
      { file: 'next.config.ts', line: 1, message: expect.stringContaining('"next-auth"') },
    ])
  })
})

describe('NextAuth, SvelteKitAuth and SolidAuth', () => {
  test.each([
    ["import NextAuth from 'next-auth'", "import { Latchkey } from 'latchkey/next'"],
    [
      "import NextAuth, { type Session, AuthError } from 'next-auth'",
      "import { Latchkey, type Session, AuthError } from 'latchkey/next'",
    ],
    [
      "import NextAuth, {\n  type Session,\n  AuthError,\n} from 'next-auth'",
      "import {\n  Latchkey,\n  type Session,\n  AuthError,\n} from 'latchkey/next'",
    ],
    ["import { default as NextAuth } from 'next-auth'", "import { Latchkey } from 'latchkey/next'"],
    ["import Auth from 'next-auth'", "import { Latchkey as Auth } from 'latchkey/next'"],
    ["import { SvelteKitAuth } from '@auth/sveltekit'", "import { Latchkey } from 'latchkey/sveltekit'"],
    [
      "import { SolidAuth, getSession } from '@auth/solid-start'",
      "import { Latchkey, getSession } from 'latchkey/solid-start'",
    ],
    [
      "export { SvelteKitAuth } from '@auth/sveltekit'",
      "export { Latchkey as SvelteKitAuth } from 'latchkey/sveltekit'",
    ],
  ])('rewrites %s', (before, after) => {
    expect(rewritten(before)).toBe(after)
  })

  test('renames calls, but not properties or strings', () => {
    const before = `import NextAuth from 'next-auth'
// NextAuth is configured here.
export const { auth } = NextAuth(config)
export const names = { NextAuth: 'NextAuth', other: library.NextAuth }
export { NextAuth }
`
    expect(rewritten(before)).toBe(`import { Latchkey } from 'latchkey/next'
// NextAuth is configured here.
export const { auth } = Latchkey(config)
export const names = { NextAuth: 'NextAuth', other: library.NextAuth }
export { Latchkey as NextAuth }
`)
  })

  test('keeps the name in a file that already uses the new one', () => {
    const before = "import NextAuth from 'next-auth'\nimport { Latchkey } from './lock'\nNextAuth(Latchkey)"
    expect(rewritten(before)).toContain("import { Latchkey as NextAuth } from 'latchkey/next'")
    expect(rewritten(before)).toContain('NextAuth(Latchkey)')
  })

  test('reports an import() of a function with another name', () => {
    const { findings } = run({
      'a.ts': "const { SvelteKitAuth } = await import('@auth/sveltekit')",
      'app.d.ts': '',
    })
    expect(findings).toEqual([{ file: 'a.ts', line: 1, message: expect.stringContaining('SvelteKitAuth') }])
  })

  test.each([
    ["import * as auth from 'next-auth'\nauth.default({})", 1],
    ["\nconst NextAuth = require('next-auth').default\nNextAuth({})", 2],
    ["import NextAuth = require('next-auth')\nNextAuth({})", 1],
    ["const { default: NextAuth } = await import('next-auth')\nNextAuth({})", 1],
    ["export { default } from 'next-auth'", 1],
    ["import * as core from '@auth/core'\ncore.Auth(request, {})", 1],
  ])('reports that the configuration is not found in %j', (text, line) => {
    const { changed, findings } = run({ 'a.ts': text })
    expect(changed.get('a.ts')).toContain('latchkey')
    expect(findings).toEqual([
      { file: 'a.ts', line, message: expect.stringContaining("cookiePrefix: 'authjs'") },
    ])
  })
})

describe('unstable_update', () => {
  test('becomes `update` in the file that exports it and where it is imported', () => {
    const { changed } = run({
      'auth.ts': `import NextAuth from 'next-auth'
export const { auth, unstable_update } = NextAuth({})`,
      'actions.ts': `import { auth, unstable_update } from '@/auth'
export const rename = (name: string) => unstable_update({ user: { name } })`,
      'other.ts': "import { unstable_update as update } from '@/auth'\nupdate({})",
    })
    expect(changed.get('auth.ts')).toContain('export const { auth, update } = Latchkey(')
    expect(changed.get('actions.ts')).toBe(`import { auth, update } from '@/auth'
export const rename = (name: string) => update({ user: { name } })`)
    expect(changed.get('other.ts')).toBe("import { update } from '@/auth'\nupdate({})")
  })

  test('keeps its name in a file with another `update`', () => {
    const { changed } = run({
      'auth.ts': "import NextAuth from 'next-auth'\nexport const { unstable_update } = NextAuth({})",
      'page.ts': `import { unstable_update } from './auth'
import { update } from './database'
update(unstable_update({}))`,
    })
    expect(changed.get('page.ts')).toContain("import { update as unstable_update } from './auth'")
    expect(changed.get('page.ts')).toContain('update(unstable_update({}))')
  })

  test('keeps its exported name if the file has another `update`', () => {
    const { changed } = run({
      'auth.ts': `import NextAuth from 'next-auth'
import { update } from './database'
export const { unstable_update } = NextAuth({ events: { signIn: update } })`,
      'page.ts': "import { unstable_update } from './auth'",
    })
    expect(changed.get('auth.ts')).toContain('export const { update: unstable_update } = Latchkey(')
    expect(changed.has('page.ts')).toBe(false)
  })

  test('is renamed in a list of exports and as a property', () => {
    const { changed } = run({
      'auth.ts': `import NextAuth from 'next-auth'
const { auth, unstable_update } = NextAuth({})
export { auth, unstable_update }`,
      'page.ts': "import * as authentication from './auth'\nauthentication.unstable_update({})",
    })
    expect(changed.get('auth.ts')).toContain('export { auth, update }')
    expect(changed.get('page.ts')).toContain('authentication.update({})')
  })
})

describe('existing sessions', () => {
  const NEXT = "import NextAuth from 'next-auth'\n"

  test('adds the cookie prefix to the configuration in the call', () => {
    expect(rewritten(`${NEXT}export const { auth } = NextAuth({\n  providers: [],\n})`)).toContain(
      "Latchkey({\n  cookiePrefix: 'authjs',\n  providers: [],\n})",
    )
    expect(rewritten(`${NEXT}export const { auth } = NextAuth({ providers: [] })`)).toContain(
      "Latchkey({ cookiePrefix: 'authjs', providers: [] })",
    )
    expect(rewritten(`${NEXT}export const { auth } = NextAuth({})`)).toContain(
      "Latchkey({ cookiePrefix: 'authjs' })",
    )
  })

  test.each([
    ['export const authConfig = {\n  providers: [],\n} satisfies NextAuthConfig', '{ authConfig }'],
    ['export const authConfig: NextAuthConfig = {\n  providers: [],\n}', '{ authConfig }'],
    ['const shared = {\n  providers: [],\n}\nexport default shared', 'authConfig'],
    ['export default {\n  providers: [],\n} satisfies NextAuthConfig', 'authConfig'],
  ])('adds the cookie prefix only to the shared part of a split configuration: %s', (shared, imported) => {
    const { changed } = run({
      'auth.config.ts': `import type { NextAuthConfig } from 'next-auth'\n${shared}\n`,
      'auth.ts': `${NEXT}import ${imported} from '@/auth.config'
export const { auth } = NextAuth({ ...authConfig, pages: {} })`,
      'proxy.ts': `${NEXT}import ${imported} from './auth.config'
export default NextAuth(authConfig).auth`,
    })
    expect(changed.get('auth.config.ts')).toContain("{\n  cookiePrefix: 'authjs',\n  providers: [],\n}")
    expect(changed.get('auth.ts')).not.toContain('cookiePrefix')
    expect(changed.get('proxy.ts')).not.toContain('cookiePrefix')
  })

  test('adds the cookie prefix to the object that a configuration function returns', () => {
    const text = `import { SvelteKitAuth } from '@auth/sveltekit'
export const { handle } = SvelteKitAuth(async (event) => {
  const options = {
    providers: [],
  }
  return options
})`
    expect(rewritten(text)).toContain(
      "const options = {\n    cookiePrefix: 'authjs',\n    providers: [],\n  }",
    )
    expect(rewritten(`${NEXT}NextAuth(() => ({ providers: [] }))`)).toContain("({ cookiePrefix: 'authjs', ")
  })

  test('adds no cookie prefix to the type of a configuration part', () => {
    const text = `import type { NextAuthConfig } from 'next-auth'
export const callbacks: NextAuthConfig['callbacks'] = {}`
    expect(rewritten(text)).not.toContain('cookiePrefix')
  })

  test.each([
    [
      'adapter, providers: []',
      "cookiePrefix: 'authjs', session: { hashToken: false }, adapter, providers: []",
    ],
    [
      "adapter: of(db), session: { strategy: 'database' }",
      "cookiePrefix: 'authjs', adapter: of(db), session: { hashToken: false, strategy: 'database' }",
    ],
    [
      "adapter, session: { strategy: 'jwt' }",
      "cookiePrefix: 'authjs', adapter, session: { strategy: 'jwt' }",
    ],
    ['adapter, session: {}', "cookiePrefix: 'authjs', adapter, session: { hashToken: false }"],
  ])('keeps plaintext tokens for database sessions: { %s }', (before, after) => {
    expect(run({ 'auth.ts': `${NEXT}NextAuth({ ${before} })` })).toMatchObject({
      changed: new Map([['auth.ts', `import { Latchkey } from 'latchkey/next'\nLatchkey({ ${after} })`]]),
      findings: [],
    })
  })

  test.each([
    "cookies: { sessionToken: { name: 'sid' } }",
    'cookies: { sessionToken: { name: process.env.NAME } }',
  ])('adds no cookie prefix if the application names the session cookie: %s', (cookies) => {
    expect(rewritten(`${NEXT}NextAuth({ ${cookies} })`)).not.toContain('cookiePrefix')
  })

  test('adds the cookie prefix beside session cookie options without a name', () => {
    expect(rewritten(`${NEXT}NextAuth({ cookies: { sessionToken: { options: {} } } })`)).toContain(
      "cookiePrefix: 'authjs'",
    )
  })

  test.each(['cookies', 'cookies: cookiesFor(host)', 'cookies: { ...shared }'])(
    'reports cookies that are not a literal: %s',
    (cookies) => {
      const { findings } = run({ 'auth.ts': `${NEXT}NextAuth({ ${cookies} })` })
      expect(findings).toEqual([
        { file: 'auth.ts', line: 2, message: expect.stringContaining('remove `cookiePrefix`') },
      ])
    },
  )

  test('reports an application that already uses a variable of Latchkey', () => {
    const { findings } = run({ 'cookies.ts': '\nexport const prefix = process.env.AUTH_COOKIE_PREFIX' })
    expect(findings).toEqual([
      { file: 'cookies.ts', line: 2, message: expect.stringContaining('AUTH_COOKIE_PREFIX') },
    ])
  })

  test('reports code that reads an Auth.js cookie that Latchkey does not set', () => {
    const { findings } = run({ 'a.ts': "export const names = ['authjs.session-token', 'authjs.state']" })
    expect(findings).toEqual([{ file: 'a.ts', line: 1, message: expect.stringContaining('"authjs.state"') }])
  })

  test('reports settings of cookies that are no longer set', () => {
    const options = "cookies: {\n    state: { name: 'state' },\n    sessionToken: { name: 'session' },\n  }"
    const { findings } = run({ 'auth.ts': `${NEXT}NextAuth({\n  ${options},\n})` })
    expect(findings).toEqual([
      { file: 'auth.ts', line: 4, message: expect.stringContaining('`cookies.state` has no effect') },
    ])
  })

  test('finds the strategy in another part of the configuration', () => {
    const { changed } = run({
      'auth.config.ts': `import type { NextAuthConfig } from 'next-auth'
export const authConfig = { adapter, providers: [] } satisfies NextAuthConfig`,
      'auth.ts': `${NEXT}import { authConfig } from './auth.config'
NextAuth({ ...authConfig, session: { strategy: 'jwt' } })`,
      'admin.ts': `${NEXT}import { authConfig } from './auth.config'
NextAuth({ ...authConfig, session: { maxAge: 60 } })`,
    })
    expect(changed.get('auth.config.ts')).not.toContain('hashToken')
    expect(changed.get('auth.ts')).not.toContain('hashToken')
    expect(changed.get('admin.ts')).toContain('session: { hashToken: false, maxAge: 60 }')
  })

  test.each(['session', 'session: { strategy }', 'session: { strategy: strategyOf(process.env) }'])(
    'reports a strategy that is not a literal: %s',
    (session) => {
      const { findings } = run({ 'auth.ts': `${NEXT}NextAuth({\n  adapter,\n  ${session},\n})` })
      expect(findings).toEqual([
        { file: 'auth.ts', line: 4, message: expect.stringContaining('session strategy is not a literal') },
      ])
    },
  )
})

describe('files', () => {
  test('replaces the packages in package.json and keeps its format', () => {
    const before = `{
\t"name": "site",
\t"dependencies": {
\t\t"@auth/core": "0.41.3",
\t\t"@auth/prisma-adapter": "^2.0.0",
\t\t"next": "16.4.6",
\t\t"next-auth": "5.0.0-beta.32"
\t}
}
`
    expect(run({ 'package.json': before }).changed.get('package.json')).toBe(`{
\t"name": "site",
\t"dependencies": {
\t\t"@auth/prisma-adapter": "^2.0.0",
\t\t"latchkey": "^1.0.0",
\t\t"next": "16.4.6"
\t}
}
`)
  })

  test('raises packages that are too old, and keeps a range of latchkey', () => {
    const before = { latchkey: 'file:../latchkey.tgz', 'next-auth': 'beta', nodemailer: '^6.9.0' }
    const other = { '@simplewebauthn/server': '9.0.3', '@simplewebauthn/browser': '^14.0.0' }
    const text = JSON.stringify({ dependencies: before, devDependencies: other })
    expect(JSON.parse(run({ 'package.json': text }).changed.get('package.json') ?? '')).toEqual({
      dependencies: { latchkey: 'file:../latchkey.tgz', nodemailer: '^7.0.0' },
      devDependencies: { '@simplewebauthn/server': '^13.0.0', '@simplewebauthn/browser': '^14.0.0' },
    })
  })

  test('reports an invalid package.json, and continues', () => {
    const files = {
      'template/package.json': '{ // by a generator\n  "dependencies": { "next-auth": "beta" }\n}',
      'other/package.json': '{{ name }}',
      'a.ts': "import { AuthError } from 'next-auth'",
    }
    const { changed, findings } = run(files)
    expect([...changed.keys()]).toEqual(['a.ts'])
    expect(findings).toEqual([
      { file: 'template/package.json', line: 1, message: expect.stringContaining('is not JSON') },
      { file: 'template/package.json', line: 2, message: expect.stringContaining('next-auth') },
    ])
  })

  test('keeps the byte order mark of a package.json', () => {
    const { changed } = run({ 'package.json': '\ufeff{ "dependencies": { "next-auth": "beta" } }' })
    expect(changed.get('package.json')).toMatch(/^\ufeff\{\n {2}"dependencies": \{\n {4}"latchkey"/)
  })

  test('reports packages in other settings', () => {
    const { findings } = run({
      'tsconfig.json': '{\n  "compilerOptions": { "types": ["next-auth"] }\n}',
      'package.json': '{\n  "overrides": {\n    "@auth/core": "0.41.3"\n  }\n}',
    })
    expect(findings).toEqual([
      { file: 'tsconfig.json', line: 2, message: expect.stringContaining('"next-auth"') },
      { file: 'package.json', line: 3, message: expect.stringContaining('"@auth/core"') },
    ])
  })

  test('rewrites the scripts of a Svelte component, and nothing else', () => {
    const before = `<script module lang="ts">
  import type { Session } from '@auth/sveltekit'
</script>

<script lang="ts">
  import { SignIn } from "@auth/sveltekit/components"
</script>

<p>import { SignIn } from "@auth/sveltekit/components"</p>
`
    expect(rewritten(before, 'src/Page.svelte')).toBe(`<script module lang="ts">
  import type { Session } from 'latchkey/sveltekit'
</script>

<script lang="ts">
  import { SignIn } from "latchkey/sveltekit/components"
</script>

<p>import { SignIn } from "@auth/sveltekit/components"</p>
`)
  })

  test('declares the type of locals.auth() in app.d.ts', () => {
    const { changed } = run({
      'src/auth.ts': "import { SvelteKitAuth } from '@auth/sveltekit'",
      'src/app.d.ts': 'export {}\n',
    })
    expect(changed.get('src/app.d.ts')).toBe(
      '/// <reference types="latchkey/sveltekit/ambient" />\n\nexport {}\n',
    )
  })

  test('reports a SvelteKit application without app.d.ts', () => {
    const { findings } = run({ 'src/auth.ts': "import { SvelteKitAuth } from '@auth/sveltekit'" })
    expect(findings).toEqual([
      { file: 'src/auth.ts', line: 1, message: expect.stringContaining('no app.d.ts') },
    ])
  })

  test('notes what can look different, with file and line', () => {
    const { notes } = run({
      'auth.ts': `import Credentials from 'next-auth/providers/credentials'
import NextAuth from 'next-auth'
NextAuth({
  callbacks: { authorized: ({ auth }) => auth },
})`,
      'other.ts': 'export const pages = { authorized: true }',
    })
    expect(notes).toEqual([
      { file: 'auth.ts', line: 1, message: expect.stringContaining('limits: false') },
      { file: 'auth.ts', line: 4, message: expect.stringContaining('`authorized`: Return') },
    ])
  })

  test('changes nothing in a second run', () => {
    const options = { version: '*' }
    const first = moveApplication(new Map(Object.entries(APPLICATION)), options)
    expect([...first.changed.keys()]).toEqual(Object.keys(APPLICATION))
    expect(moveApplication(first.changed, options)).toEqual({ changed: new Map(), findings: [], notes: [] })
  })
})

const APPLICATION = {
  'package.json': '{ "dependencies": { "next-auth": "beta" } }',
  'auth.config.ts': `import type { NextAuthConfig } from 'next-auth'
export default { providers: [] } satisfies NextAuthConfig`,
  'auth.ts': `import NextAuth from 'next-auth'
import authConfig from './auth.config'
export const { auth, unstable_update } = NextAuth({ ...authConfig, adapter })
declare module 'next-auth' {}`,
  'src/app.d.ts': '/// <reference types="@auth/sveltekit" />',
}
