import { isPortFree } from './ports.mjs'

/** Which variable chooses which port, and what it is otherwise. */
const VARIABLES = /** @type {const} */ ([
  ['app', 'PORT', 3000],
  ['provider', 'PROVIDER_PORT', 4000],
  ['inbox', 'INBOX_PORT', 4025],
  ['smtp', 'SMTP_PORT', 4026],
])

/**
 * Reads the ports of the demo from the environment and makes sure that all can be used.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./servers.mjs').Ports>}
 * @throws {Error} that names each port that cannot be used, and the variable that changes it
 */
export async function readDemoPorts(env) {
  const wishes = VARIABLES.map(([, variable, standard]) => ({
    variable,
    port: readPort(variable, env[variable] || String(standard)),
  }))
  const problems = await Promise.all(wishes.map((wish, index) => problemOf(wish, wishes.slice(0, index))))
  if (problems.some(Boolean)) throw new Error(problems.filter(Boolean).join('\n'))
  const [app = 0, provider = 0, inbox = 0, smtp = 0] = wishes.map(({ port }) => port)
  return { app, provider, inbox, smtp }
}

/**
 * @param {string} variable
 * @param {string} text
 */
function readPort(variable, text) {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(
    `${variable} is "${text}", which is no port. Give it a number from 1 to 65535: ${variable}=3100 npm start`,
  )
}

/** @typedef {{ variable: string, port: number }} Wish */

/**
 * @param {Wish} wish
 * @param {Wish[]} earlier
 * @returns {Promise<string | undefined>}
 */
async function problemOf({ variable, port }, earlier) {
  const cure = `Choose another one: ${variable}=${port < 65_000 ? port + 100 : port - 100} npm start`
  const twin = earlier.find((other) => other.port === port)
  if (twin) return `${twin.variable} and ${variable} are both ${port}. ${cure}`
  return (await isPortFree(port)) ? undefined : `Port ${port} is taken by another program. ${cure}`
}
