import { cp, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { nextEnvironment } from './examples.mjs'
import { type Command, run } from './run.ts'

/** How a framework creates, checks, builds and serves an application. */
export interface Framework {
  /** Creates the application with the framework's own tool, without installing its packages. */
  create(folder: string): Promise<void>
  /** Changes the configuration for packages that are links to folders elsewhere. */
  allowLinks?(folder: string): Promise<void>
  /** The file with the variables, as the pages name it. */
  readonly environmentFile: string
  /** Packages that the commands below need, and that the template does not have. */
  readonly tools: readonly string[]
  /** A `node_modules` folder in which packages are looked up first. */
  readonly modules?: string | undefined
  readonly build: Command
  /** The type check. It runs after the build, which generates types. */
  readonly check: readonly Command[]
  serve(port: number): Command
}

/**
 * The compiler. In the workspace, its program has another name than that of the package.
 */
const TSC = 'node_modules/typescript/lib/tsc.js'

const next: Framework = {
  async create(folder) {
    // The rest of `--yes`, Tailwind and ESLint, has nothing to do with the pages.
    const flags = ['--yes', '--no-tailwind', '--no-eslint', '--skip-install', '--disable-git']
    await run(
      { program: 'create-next-app', args: [folder, ...flags] },
      fileURLToPath(new URL('.', import.meta.url)),
    )
  },
  allowLinks: (folder) => allowLinkedPackages(`${folder}/next.config.ts`),
  environmentFile: '.env.local',
  tools: [],
  build: {
    program: 'next',
    args: ['build'],
    env: {
      ...nextEnvironment,
      // The template loads its fonts from Google when it is built. The check needs no network.
      NEXT_FONT_GOOGLE_MOCKED_RESPONSES: fileURLToPath(new URL('google-fonts.cjs', import.meta.url)),
    },
  },
  check: [{ program: 'node', args: [TSC, '--noEmit'] }],
  serve: (port) => ({
    program: 'next',
    args: ['start', '-H', '127.0.0.1', '-p', String(port)],
    env: nextEnvironment,
  }),
}

const sveltekit: Framework = {
  create: (folder) =>
    run(
      {
        program: 'sv',
        args: ['create', folder, '--template', 'minimal', '--types', 'ts', '--no-add-ons', '--no-install'],
      },
      fileURLToPath(new URL('.', import.meta.url)),
    ),
  environmentFile: '.env',
  tools: [],
  // `sv create` installs SvelteKit 2.
  modules: fileURLToPath(new URL('../../frameworks/sveltekit-2/node_modules', import.meta.url)),
  build: { program: 'vite', args: ['build'] },
  check: [
    { program: 'node', args: ['node_modules/@sveltejs/kit/svelte-kit.js', 'sync'] },
    { program: 'svelte-check', args: ['--tsconfig', './tsconfig.json', '--fail-on-warnings'] },
  ],
  serve: (port) => ({
    program: 'vite',
    args: ['preview', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
  }),
}

const solidStart: Framework = {
  create: (folder) => cp(fileURLToPath(new URL('solid-start', import.meta.url)), folder, { recursive: true }),
  environmentFile: '.env',
  tools: ['typescript'],
  build: { program: 'vite', args: ['build'] },
  // The types of nitro, which the template's configuration imports, need those of Node.js.
  check: [{ program: 'node', args: [TSC, '--noEmit', '--skipLibCheck'] }],
  serve: (port) => ({
    program: 'node',
    args: ['--env-file=.env', '.output/server/index.mjs'],
    env: { HOST: '127.0.0.1', PORT: String(port) },
  }),
}

export const FRAMEWORKS = { next, sveltekit, 'solid-start': solidStart }

/** Next.js itself is a link to another folder, and only files below its root may be bundled. */
async function allowLinkedPackages(file: string): Promise<void> {
  const option = '  cacheComponents: true,\n'
  const config = await readFile(file, 'utf8')
  if (!config.includes(option)) throw new Error(`${file} does not turn on Cache Components:\n${config}`)
  await writeFile(file, config.replace(option, `${option}  turbopack: { root: "/" },\n`))
}
