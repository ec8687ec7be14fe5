import { wrapPage } from './wrap-page.mjs'

/** @typedef {import('./catalogue-entries.mjs').Entry} Entry */

const PROTOCOLS = { oauth: 'OAuth 2.0', oidc: 'OpenID Connect', email: 'E-mail link' }

/** Titles of the pages whose provider has a name that only suits its button. */
const TITLES = /** @type {Readonly<Record<string, string>>} */ ({ nodemailer: 'Nodemailer (SMTP)' })

/** Options without which a provider cannot be used, besides `from`. */
const REQUIRED_OPTIONS = /** @type {Readonly<Record<string, string>>} */ ({
  loops: "{ transactionalId: 'clfq6dinn000yl70fgwwyp82l' }",
  netsuite: "{ accountID: '1234567', userinfo: 'https://example.com/userinfo' }",
  nodemailer: "{ server: process.env.EMAIL_SERVER ?? '', from: 'Example <no-reply@example.com>' }",
})

/**
 * Returns the documentation page of a provider, made from its docstring and its data.
 *
 * @param {Entry} entry
 * @returns {string}
 */
export function renderProvider(entry) {
  const { factory, module, notes, deprecated } = entry
  const warning = deprecated ? `> **Deprecated.** ${deprecated.replaceAll('\n', '\n> ')}\n\n` : ''
  const steps = [...stepsOf(entry), 'Add the provider to your configuration:']
  return wrapPage(`# ${titleOf(entry)}

${warning}${introductionOf(entry)}

## Setup

${steps.map((step, index) => `${index + 1}. ${step.replaceAll('\n', '\n   ')}`).join('\n')}

\`\`\`ts
import ${factory} from 'latchkey/providers/${module}'

export const providers = [${exampleOf(entry)}]
\`\`\`
${notes ? `\n## Notes\n\n${notes}\n` : ''}
## Reference

| | |
|---|---|
${rowsOf(entry)
  .map(([name, value]) => `| ${name} | ${value} |`)
  .join('\n')}

Generated from [${module}.ts](../../${entry.source}) by \`npm run catalogue\`. [All providers](README.md)
`)
}

/**
 * Returns the page that lists all providers.
 *
 * @param {readonly Entry[]} entries
 * @returns {string}
 */
export function renderList(entries) {
  const unchecked = entries.filter(({ documentation }) => documentation && 'unavailable' in documentation)
  return wrapPage(`# Providers

Import a provider from its own module and list it in your configuration: \`providers: [GitHub]\`. It reads
its client ID and client secret from environment variables. To set options, call it:
\`GitHub({ allowDangerousEmailAccountLinking: true })\`.

If a service is not listed here but supports OpenID Connect, use \`latchkey/providers/oidc\`. For any other
OAuth service, [write a provider object](../configuration.md#providers). For passwords, use
\`latchkey/providers/credentials\`. [Passkeys](../passkeys.md) and [e-mail links](../email.md) have their own
pages.

## All providers

| Provider | Type | Import |
|---|---|---|
${entries.map(listRowOf).join('\n')}

There are ${entries.length} providers.

## Unchecked providers

The endpoints and responses of these providers could not be checked against the provider's own documentation.
They follow common usage:
${unchecked.map(linkOf).join(',\n') || 'none'}.

Generated from the files in \`packages/latchkey/src/providers\` by \`npm run catalogue\`.
`)
}

/** @param {Entry} entry */
function listRowOf(entry) {
  return `| ${linkOf(entry)} | ${protocolOf(entry)} | \`latchkey/providers/${entry.module}\` |`
}

/** @param {Entry} entry */
function linkOf(entry) {
  return `[${titleOf(entry)}](${entry.module}.md)`
}

/** @param {Entry} entry */
function titleOf({ module, data }) {
  return TITLES[module] ?? data.name
}

/** @param {Entry} entry */
function protocolOf({ data: { type } }) {
  return PROTOCOLS[/** @type {keyof typeof PROTOCOLS} */ (type)]
}

/** @param {Entry} entry */
function introductionOf(entry) {
  const { data, summary } = entry
  const introduction =
    data.type === 'email'
      ? `Adds sign-in by [e-mail link](../email.md). The e-mails are sent through ${titleOf(entry)}.`
      : `Adds sign-in with ${data.name} over ${protocolOf(entry)}.`
  return summary ? `${introduction} ${summary}` : introduction
}

/**
 * Returns the steps that come before the provider is added to the configuration.
 *
 * @param {Entry} entry
 * @returns {string[]}
 */
function stepsOf({ data: { id, type }, links, setup }) {
  const registration = links.find(({ label }) => !label.startsWith('Documentation'))
  const register = registration ? [`[${registration.label}](${registration.url}).`] : []
  if (type === 'email')
    return [...register, setup.replace('a database adapter', 'a [database adapter](../adapters.md)')]
  return [
    ...register,
    `Set the callback URL of the application. Replace \`https://example.com\` with the origin of your site:
- Next.js and SolidStart: \`https://example.com/api/auth/callback/${id}\`
- SvelteKit: \`https://example.com/auth/callback/${id}\``,
    setup,
  ]
}

/**
 * Returns the rows of the table of the provider's data, without those that do not apply.
 *
 * @param {Entry} entry
 * @returns {[string, string][]}
 */
function rowsOf(entry) {
  const { module, data, links, setup, documentation } = entry
  const isEmail = data.type === 'email'
  /** @type {[string, string | undefined][]} */
  const rows = [
    ['ID', module === data.id ? undefined : code(data.id)],
    ['Type', protocolOf(entry)],
    ['Environment variables', setup.match(/`AUTH_\w+`/g)?.join(', ')],
    ['Issuer', code(data.issuer)],
    ['Authorization endpoint', urlOf(data.authorization)],
    ['Token endpoint', urlOf(data.token)],
    ['Userinfo endpoint', urlOf(data.userinfo)],
    ['Scopes', isEmail ? undefined : code(scopeOf(data))],
    [
      'Client authentication',
      isEmail ? undefined : code(data.client?.token_endpoint_auth_method ?? 'client_secret_basic'),
    ],
    ['Not supported', data.omits?.map(nameOfCheck).join(', ')],
    ...links
      .filter(({ label }) => label.startsWith('Documentation'))
      .map(({ label, url }) => /** @type {[string, string]} */ ([label, `<${url}>`])),
    ['Last checked', checkedText(documentation)],
  ]
  return rows.filter(/** @returns {row is [string, string]} */ (row) => Boolean(row[1]))
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

/** @param {Entry} entry */
function exampleOf({ factory, module, data }) {
  const options = data.needs?.includes('from') ? "{ from: 'Example <no-reply@example.com>' }" : ''
  const all = REQUIRED_OPTIONS[module] ?? options
  return all ? `${factory}(${all})` : factory
}

/** @param {Record<string, any>} data */
function scopeOf({ authorization }) {
  const inUrl =
    typeof authorization === 'string' ? URL.parse(authorization)?.searchParams.get('scope') : undefined
  return authorization?.params?.scope ?? inUrl ?? 'openid profile email'
}

/** @param {string} check */
function nameOfCheck(check) {
  return check === 'pkce' ? 'PKCE' : check
}

/** @param {unknown} endpoint */
function urlOf(endpoint) {
  const url =
    typeof endpoint === 'string' ? endpoint : /** @type {{ url?: string } | undefined} */ (endpoint)?.url
  return url?.startsWith('https://') && !url.includes('undefined') ? code(url) : undefined
}

/** @param {Entry['documentation']} documentation */
function checkedText(documentation) {
  if (documentation === undefined) return undefined
  return 'unavailable' in documentation
    ? `**Not checked.** ${documentation.unavailable.replace(/https:\/\/\S+/g, '<$&>')}`
    : `${documentation.checkedOn}, <${documentation.url}>`
}

/** @param {string | undefined} text */
function code(text) {
  return text ? `\`${text}\`` : undefined
}
