/** @typedef {import('./catalogue-entries.mjs').Entry} Entry */

const MAX_WIDTH = 110

/** Ends of the variables for the options that e-mail providers need. */
const MAIL_VARIABLES = { apiKey: 'KEY', server: 'SERVER', from: 'FROM' }

/** Options without which a provider cannot be used, and which no variable sets. */
const REQUIRED_OPTIONS = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  loops: ["transactionalId: 'clfq6dinn000yl70fgwwyp82l'"],
  netsuite: [
    "accountID: '1234567'",
    "userinfo: 'https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=1&deploy=1'",
  ],
})

/**
 * Returns the code that lists a provider, with the options that it requires and further ones.
 *
 * @param {Entry} entry
 * @param {string} [options] such as `name: 'Acme'`
 */
export function exampleCode({ factory, module }, options = '') {
  const all = [...(REQUIRED_OPTIONS[module] ?? []), ...(options ? [options] : [])]
  const call = all.length === 0 ? factory : `${factory}({ ${all.join(', ')} })`
  const lines = [`import ${factory} from 'latchkey/providers/${module}'`, '', listOf(factory, all, call)]
  return ['```ts', ...lines, '```'].join('\n')
}

/**
 * Returns the list with the provider on one line, or on as many as its options need.
 *
 * @param {string | undefined} factory
 * @param {readonly string[]} options
 * @param {string | undefined} call
 */
function listOf(factory, options, call) {
  const line = `export const providers = [${call}]`
  if (line.length <= MAX_WIDTH) return line
  const wide = `  ${call},`
  const lines =
    wide.length <= MAX_WIDTH
      ? [wide]
      : [`  ${factory}({`, ...options.map((option) => `    ${option},`), '  }),']
  return ['export const providers = [', ...lines, ']'].join('\n')
}

/**
 * Returns the environment variables that a provider reads.
 *
 * @param {Record<string, any>} data
 * @returns {string[]}
 */
export function environmentOf({ id, type, issuer, issuerTemplate, client, needs = [] }) {
  const prefix = `AUTH_${id.toUpperCase().replaceAll('-', '_')}`
  if (type === 'email')
    return Object.entries(MAIL_VARIABLES).flatMap(([option, name]) =>
      needs.includes(option) ? [`${prefix}_${name}`] : [],
    )
  const needsIssuer = type === 'oidc' && (issuer === undefined || issuerTemplate !== undefined)
  const isPublic = client?.token_endpoint_auth_method === 'none'
  return [
    `${prefix}_ID`,
    ...(isPublic ? [] : [`${prefix}_SECRET`]),
    ...(needsIssuer ? [`${prefix}_ISSUER`] : []),
  ]
}

/**
 * Returns the variables that a provider reads, and the further ones that its docstring names.
 *
 * @param {Entry} entry
 * @returns {string[]}
 */
export function variableNames({ data, setup, notes }) {
  const mentioned = [...`${setup}\n${notes}`.matchAll(/`(AUTH_\w+)`/g)].map(([, name = '']) => name)
  return [...new Set([...environmentOf(data), ...mentioned])]
}
