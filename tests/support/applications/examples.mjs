import { join } from 'node:path'
import { root } from '../processes/workspace.mjs'

/**
 * An example application: the same one for every framework.
 *
 * @typedef {object} Example
 * @property {string} name its folder in `tests/e2e/applications/`, and its name for `npm start`
 * @property {string} title the framework
 * @property {string} folder
 * @property {string} workspace the name of its package
 * @property {string} basePath where the library is mounted
 * @property {(port: number) => { program: string, args: string[], env: NodeJS.ProcessEnv }} serve
 *   the command that serves the built application on 127.0.0.1
 */

/**
 * The environment of `next build` and `next start`. It overrides the environment of the calling
 * process.
 */
export const nextEnvironment = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }

/** @type {readonly Example[]} */
export const EXAMPLES = [
  {
    ...readLocation('next'),
    title: 'Next.js',
    basePath: '/api/auth',
    serve: (port) => ({
      program: 'next',
      args: ['start', '-H', '127.0.0.1', '-p', String(port)],
      env: nextEnvironment,
    }),
  },
  {
    ...readLocation('sveltekit'),
    title: 'SvelteKit',
    basePath: '/auth',
    // Not `node build`: over plain HTTP it rejects every form, unless the port is known at build
    // time.
    serve: (port) => ({
      program: 'vite',
      args: ['preview', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
      env: {},
    }),
  },
  {
    ...readLocation('solid-start'),
    title: 'SolidStart',
    basePath: '/api/auth',
    serve: () => ({
      program: 'node',
      args: ['.output/server/index.mjs'],
      env: { NODE_ENV: 'production', HOST: '127.0.0.1' },
    }),
  },
]

/**
 * @param {string} name
 * @returns {Example}
 * @throws {Error} that lists the examples when the name is unknown
 */
export function findExample(name) {
  const example = EXAMPLES.find((one) => one.name === name)
  if (example) return example
  throw new Error(`There is no example "${name}". Choose from: ${EXAMPLES.map((one) => one.name).join(', ')}`)
}

/** @param {string} name */
function readLocation(name) {
  return {
    name,
    folder: join(root, 'tests', 'e2e', 'applications', name),
    workspace: `latchkey-example-${name}`,
  }
}
