import { join } from 'node:path'
import { root } from './workspace.mjs'

/**
 * An example application: the same one for every framework.
 *
 * @typedef {object} Example
 * @property {string} name its folder in `examples/`, and what `npm start` calls it
 * @property {string} title the framework
 * @property {string} folder
 * @property {string} workspace the name of its package
 * @property {string} basePath where the library is mounted
 * @property {(port: number) => { program: string, args: string[], env: NodeJS.ProcessEnv }} serve what serves it on 127.0.0.1, once it is built
 */

/** The settings with which `next build` and `next start` run, whatever those of the program that calls them. */
export const nextEnvironment = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }

/** @type {readonly Example[]} */
export const EXAMPLES = [
  {
    ...placeOf('next'),
    title: 'Next.js',
    basePath: '/api/auth',
    serve: (port) => ({
      program: 'next',
      args: ['start', '-H', '127.0.0.1', '-p', String(port)],
      env: nextEnvironment,
    }),
  },
  {
    ...placeOf('sveltekit'),
    title: 'SvelteKit',
    basePath: '/auth',
    // Not `node build`: by plain http that answers no form, unless the port is known when the application is built.
    serve: (port) => ({
      program: 'vite',
      args: ['preview', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
      env: {},
    }),
  },
  {
    ...placeOf('solid-start'),
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
 * @throws {Error} that lists the examples when there is none of that name
 */
export function findExample(name) {
  const example = EXAMPLES.find((one) => one.name === name)
  if (example) return example
  throw new Error(`There is no example "${name}". Choose one: ${EXAMPLES.map((one) => one.name).join(', ')}`)
}

/** @param {string} name */
function placeOf(name) {
  return { name, folder: join(root, 'examples', name), workspace: `latchkey-example-${name}` }
}
