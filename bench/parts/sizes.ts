import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { loadedAtFirst } from '@latchkey/test-support/applications/loaded-at-first.mjs'
import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { build } from 'vite'
import type { Row } from '../report.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The folder from which all libraries can be imported. */
const BENCH = fileURLToPath(new URL('../', import.meta.url))

/** The imports of an application, for each library. */
const ENTRIES = {
  latchkey: {
    server: `import { createAuth } from 'latchkey'
import GitHub from 'latchkey/providers/github'
export const auth = createAuth({ providers: [GitHub] })`,
    session: `import { getToken } from 'latchkey/jwt'
export { getToken }`,
    client: `import { createClient } from 'latchkey/client'
export const client = createClient()`,
  },
  '@auth/core': {
    server: `import { Auth } from '@auth/core'
import GitHub from '@auth/core/providers/github'
export const handle = (request) => Auth(request, { providers: [GitHub] })`,
    session: `export { getToken } from '@auth/core/jwt'`,
    client: `export { signIn, signOut, getSession } from 'next-auth/react'`,
  },
  'better-auth': {
    server: `import { betterAuth } from 'better-auth'
export const auth = betterAuth({ socialProviders: { github: { clientId: '', clientSecret: '' } } })`,
    session: `export { getCookieCache } from 'better-auth/cookies'`,
    client: `import { createAuthClient } from 'better-auth/client'
export const client = createAuthClient()`,
  },
} as const

/**
 * Measures the code that is loaded initially, minified and compressed, in KB. React and Next.js are
 * not included.
 */
export async function sizes(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [library, entries] of Object.entries(ENTRIES)) {
    rows.push({
      library: library as Row['library'],
      'core and one provider, KB': await measureSize(entries.server, 'node'),
      'reading a session, KB': await measureSize(entries.session, 'node'),
      'browser client, KB': await measureSize(entries.client, 'browser'),
    })
  }
  return rows
}

async function measureSize(code: string, target: 'node' | 'browser'): Promise<number> {
  const folder = await mkdtemp(join(BENCH, '.size-'))
  try {
    await writeFile(join(folder, 'entry.js'), code)
    const output = await build({
      configFile: false,
      logLevel: 'silent',
      root: folder,
      ssr: { noExternal: true, target: target === 'node' ? 'node' : 'webworker' },
      build: {
        ssr: target === 'node',
        write: false,
        minify: true,
        target: 'es2023',
        rolldownOptions: {
          input: join(folder, 'entry.js'),
          external: [/^next(\/|$)/, /^react/, /^node:/],
          preserveEntrySignatures: 'strict',
        },
      },
    })
    if (!('output' in output)) throw new TypeError('Vite did not return exactly one bundle.')
    const chunks = output.output.filter((part) => part.type === 'chunk')
    return (
      gzipSync(
        loadedAtFirst(chunks)
          .map((chunk) => chunk.code)
          .join('\n'),
      ).length / 1000
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * The same application for the compiler: three providers, a callback that adds to the session, and
 * code that reads it.
 */
const PROGRAMS = {
  latchkey: `import { createAuth } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'
import Discord from 'latchkey/providers/discord'
const auth = createAuth({
  providers: [GitHub, Google, Discord],
  callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role) }) },
})
export const role = async (headers: Headers): Promise<string | undefined> =>
  (await auth.session({ headers })).session?.role`,
  '@auth/core': `import { Auth } from '@auth/core'
import GitHub from '@auth/core/providers/github'
import Google from '@auth/core/providers/google'
import Discord from '@auth/core/providers/discord'
export const handle = (request: Request): Promise<Response> => Auth(request, {
  providers: [GitHub, Google, Discord],
  callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role) }) },
})`,
  'better-auth': `import { betterAuth } from 'better-auth'
const auth = betterAuth({
  user: { additionalFields: { role: { type: 'string' } } },
  socialProviders: {
    github: { clientId: '', clientSecret: '' },
    google: { clientId: '', clientSecret: '' },
    discord: { clientId: '', clientSecret: '' },
  },
})
export const role = async (headers: Headers): Promise<string | null | undefined> =>
  (await auth.api.getSession({ headers }))?.user.role`,
} as const

const OPTIONS = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
}

/**
 * Measures the work of the compiler for an application, and counts the errors in the declarations
 * of the library.
 */
export async function types(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [library, code] of Object.entries(PROGRAMS)) {
    const checked = await compile(code, true)
    if (!checked.ok) throw new Error(`The application of ${library} does not compile.\n${checked.output}`)
    const complete = await compile(code, false)
    rows.push({
      library: library as Row['library'],
      instantiations: Number(/^Instantiations:\s+(\d+)/m.exec(checked.output)?.[1] ?? Number.NaN),
      'errors with skipLibCheck: false': complete.output.match(/error TS\d+/g)?.length ?? 0,
    })
  }
  return rows
}

async function compile(code: string, skipLibCheck: boolean): Promise<{ ok: boolean; output: string }> {
  const folder = await mkdtemp(join(BENCH, '.types-'))
  try {
    await writeFile(join(folder, 'application.ts'), code)
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...OPTIONS, skipLibCheck }, files: ['application.ts'] }),
    )
    const program = join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc')
    const args = [program, '-p', folder, '--extendedDiagnostics']
    return await runProcess({ name: 'tsc', program: process.execPath, args, cwd: folder, env: process.env })
  } finally {
    await rm(folder, { recursive: true })
  }
}
