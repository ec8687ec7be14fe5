import { VERSION } from '@sveltejs/kit'
import { type Environment, processEnvironment } from '../config/env.ts'

/** The part of Vite that reads the files. */
interface Vite {
  loadEnv(mode: string, folder: string, prefix: string): Record<string, string>
}

/** Values that Vite replaces one by one. @see https://vite.dev/guide/env-and-mode */
type ViteMeta = ImportMeta & { readonly env?: { readonly DEV?: boolean; readonly MODE?: string } }

/**
 * Returns the environment with the variables that SvelteKit knows: those of `.env` in `vite dev`
 * and `vite preview`, and those of the adapter. Variables of the process take precedence.
 */
export async function kitEnvironment(): Promise<Environment> {
  return { ...(await privateVariables()), ...processEnvironment() }
}

/**
 * SvelteKit 2 has all variables in a module. In SvelteKit 3 that module has only those that the
 * application declares, and importing it causes a warning.
 */
async function privateVariables(): Promise<Environment> {
  if (!VERSION.startsWith('2.')) return readEnvFiles()
  try {
    // As a string, because applications declare the module and the library cannot.
    return (await import('$env/dynamic/private' as string)).env
  } catch {
    // The module throws with `experimental.explicitEnvironmentVariables`.
    return readEnvFiles()
  }
}

/**
 * Returns the variables of `.env` and its variants, as Vite reads them. A built server has none.
 */
function readEnvFiles(): Environment {
  const isDevelopment = (import.meta as ViteMeta).env?.DEV === true
  if (!isDevelopment && !isPreview()) return {}
  try {
    // From the application's folder, and without an import: a bundler would include Vite.
    const { createRequire } = process.getBuiltinModule('node:module')
    const vite: Vite = createRequire(`${process.cwd()}/_`)('vite')
    const mode = (import.meta as ViteMeta).env?.MODE ?? 'production'
    return vite.loadEnv(mode, process.cwd(), '')
  } catch {
    // For example a development server that runs in workerd, without files.
    return {}
  }
}

/** Returns whether this process is `vite preview`, which runs the built server. */
function isPreview(): boolean {
  const [, program = '', ...args] = globalThis.process?.argv ?? []
  return /[\\/]vite(?:\.m?js)?$/.test(program) && args.includes('preview')
}
