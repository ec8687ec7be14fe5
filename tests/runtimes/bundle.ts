import { fileURLToPath } from 'node:url'
import { type BuildEnvironmentOptions, build, type InlineConfig, type Rolldown } from 'vite'

/** A bundle as text, and its modules. */
export interface Bundle {
  readonly files: readonly { readonly name: string; readonly code: string }[]
  readonly modules: readonly string[]
}

const APPLICATION = fileURLToPath(new URL('application/', import.meta.url))

/**
 * Bundles the servers for the runtimes that read `node_modules`: only the application, with
 * `latchkey` as an import.
 */
export function bundleServers(): Promise<Bundle> {
  const entry = { node: 'serve-node.ts', deno: 'serve-deno.ts', bun: 'serve-bun.ts' }
  return bundle(
    { lib: { entry, formats: ['es'] }, rolldownOptions: { external: [/^latchkey(\/|$)/, /^node:/] } },
    [],
  )
}

/** Bundles the Worker into one file, with the conditions of Wrangler. */
export function bundleWorker(): Promise<Bundle> {
  return bundle(
    { lib: { entry: 'worker.ts', formats: ['es'], fileName: 'worker' }, rolldownOptions: inOneFile },
    ['workerd', 'worker', 'browser'],
  )
}

/** Bundles one script for the virtual machine of edge-runtime. */
export function bundleForEdge(): Promise<Bundle> {
  return bundle(
    { lib: { entry: 'edge.ts', formats: ['iife'], name: 'bundle' }, rolldownOptions: inOneFile },
    ['edge-light', 'worker'],
  )
}

const inOneFile = { output: { codeSplitting: false } }

async function bundle(options: BuildEnvironmentOptions, conditions: string[]): Promise<Bundle> {
  const config: InlineConfig = {
    configFile: false,
    logLevel: 'error',
    root: APPLICATION,
    resolve: { conditions, mainFields: ['module', 'main'] },
    build: { write: false, minify: false, target: 'es2023', ...options },
  }
  const output = await build(config)
  // Several formats would give a list, and only `watch` gives something else.
  const { output: files } = (Array.isArray(output) ? output[0] : output) as Rolldown.RolldownOutput
  const chunks = files.filter((file) => file.type === 'chunk')
  return {
    files: chunks.map(({ fileName, code }) => ({ name: fileName, code })),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  }
}
