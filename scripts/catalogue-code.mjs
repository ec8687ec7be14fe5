/** @typedef {import('./catalogue-entries.mjs').Entry} Entry */

const MAX_WIDTH = 110

/** Options without which a provider cannot be used, besides `from`. */
const REQUIRED_OPTIONS = /** @type {Readonly<Record<string, string>>} */ ({
  loops: "transactionalId: 'clfq6dinn000yl70fgwwyp82l'",
  netsuite: "accountID: '1234567', userinfo: 'https://example.com/userinfo'",
  nodemailer: "server: process.env.EMAIL_SERVER ?? '', from: 'Example <no-reply@example.com>'",
})

/**
 * Returns the code that lists a provider, with the options that it requires and further ones.
 *
 * @param {Entry} entry
 * @param {string} [options] such as `name: 'Acme'`
 */
export function exampleCode({ factory, module, data }, options = '') {
  const sender = data.needs?.includes('from') ? "from: 'Example <no-reply@example.com>'" : ''
  const all = [REQUIRED_OPTIONS[module] ?? sender, options].filter(Boolean).join(', ')
  const call = all === '' ? factory : `${factory}({ ${all} })`
  const line = `export const providers = [${call}]`
  const list = line.length <= MAX_WIDTH ? line : `export const providers = [\n  ${call},\n]`
  return `\`\`\`ts\nimport ${factory} from 'latchkey/providers/${module}'\n\n${list}\n\`\`\``
}

/**
 * Returns the environment variables that a provider reads.
 *
 * @param {Record<string, any>} data
 * @returns {string[]}
 */
export function environmentOf({ id, type, issuer, issuerTemplate, client, needs = [] }) {
  const prefix = `AUTH_${id.toUpperCase().replaceAll('-', '_')}`
  if (type === 'email') return needs.includes('apiKey') ? [`${prefix}_KEY`] : []
  const needsIssuer = type === 'oidc' && (issuer === undefined || issuerTemplate !== undefined)
  const isPublic = client?.token_endpoint_auth_method === 'none'
  return [
    `${prefix}_ID`,
    ...(isPublic ? [] : [`${prefix}_SECRET`]),
    ...(needsIssuer ? [`${prefix}_ISSUER`] : []),
  ]
}
