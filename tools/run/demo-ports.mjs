import { isPortFree } from '../../tests/support/processes/ports.mjs'

/** The environment variable of each port, and its default. */
const VARIABLES = /** @type {const} */ ([
  ['app', 'PORT', 3000],
  ['provider', 'PROVIDER_PORT', 4000],
  ['inbox', 'INBOX_PORT', 4025],
  ['smtp', 'SMTP_PORT', 4026],
])

/**
 * Reads the ports of the demo from the environment and checks that all of them are free.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('../../tests/support/applications/servers.mjs').Ports>}
 * @throws {Error} that names each port that cannot be used, and the variable that changes it
 */
export async function readDemoPorts(env) {
  const settings = VARIABLES.map(([, variable, fallback]) => ({
    variable,
    port: readPort(variable, env[variable] || String(fallback)),
  }))
  const problems = await Promise.all(
    settings.map((setting, index) => problemOf(setting, settings.slice(0, index))),
  )
  if (problems.some(Boolean)) throw new Error(problems.filter(Boolean).join('\n'))
  const [app = 0, provider = 0, inbox = 0, smtp = 0] = settings.map(({ port }) => port)
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
    `${variable} is "${text}", which is not a port. ` +
      `Set it to a number from 1 to 65535: ${variable}=3100 npm start`,
  )
}

/** @typedef {{ variable: string, port: number }} PortSetting */

/**
 * @param {PortSetting} setting
 * @param {PortSetting[]} earlier
 * @returns {Promise<string | undefined>}
 */
async function problemOf({ variable, port }, earlier) {
  const fix = `Choose another port: ${variable}=${port < 65_000 ? port + 100 : port - 100} npm start`
  const duplicate = earlier.find((other) => other.port === port)
  if (duplicate) return `${duplicate.variable} and ${variable} are both ${port}. ${fix}`
  return (await isPortFree(port)) ? undefined : `Port ${port} is in use by another program. ${fix}`
}
