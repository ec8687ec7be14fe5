/** @typedef {import('./catalogue-entries.mjs').Entry} Entry */

const KINDS = { oauth: 'OAuth 2', oidc: 'OpenID Connect', email: 'Links in mails' }

/**
 * The page of a provider, made of its docstring and its data.
 *
 * @param {Entry} entry
 * @returns {string}
 */
export function renderProvider(entry) {
  const { factory, module, data, prose } = entry
  return `# ${data.name}

${prose}

\`\`\`ts
import ${factory} from 'latchkey/providers/${module}'

export const providers = [${exampleOf(entry)}]
\`\`\`

| | |
|---|---|
${rowsOf(entry)
  .map(([name, value]) => `| ${name} | ${value} |`)
  .join('\n')}

Made of [${module}.ts](../../${entry.source}) by \`npm run catalogue\`. [All providers](README.md)
`
}

/**
 * The list of all providers.
 *
 * @param {readonly Entry[]} entries
 * @returns {string}
 */
export function renderList(entries) {
  const unchecked = entries.filter(({ documentation }) => documentation && 'unavailable' in documentation)
  return `# Providers

Each is imported by itself, takes its id and secret from the environment, and is listed in the configuration: \`providers: [GitHub]\`. Options are passed
by calling it: \`GitHub({ allowDangerousEmailAccountLinking: true })\`. One that is not here is written down as [an object](../configuration.md#providers), or, when
it speaks OpenID Connect, with \`latchkey/providers/oidc\`. Passwords, [passkeys](../passkeys.md) and [mail](../email.md) have pages of their own.

| Provider | Kind | Import |
|---|---|---|
${entries.map(({ module, data }) => `| [${data.name}](${module}.md) | ${kindOf(data)} | \`latchkey/providers/${module}\` |`).join('\n')}

${entries.length} providers. The endpoints and answers of these could not be looked up with their vendors; they are as the field uses them:
${unchecked.map(({ module, data }) => `[${data.name}](${module}.md)`).join(', ') || 'none'}.

Made by \`npm run catalogue\` of the files in \`packages/latchkey/src/providers\`.
`
}

/**
 * @param {Entry} entry
 * @returns {[string, string][]}
 */
function rowsOf({ module, data, links, documentation }) {
  const { id, type } = data
  /** @type {[string, string | undefined][]} */
  const rows = [
    ['Kind', kindOf(data)],
    ['Environment', environmentOf(data).map(code).join(', ')],
    [
      'Callback URL',
      type === 'email'
        ? undefined
        : `${code(`/api/auth/callback/${id}`)} with Next.js and SolidStart, ${code(`/auth/callback/${id}`)} with SvelteKit`,
    ],
    ['Issuer', data.issuer && code(data.issuer)],
    ['Authorization', urlOf(data.authorization)],
    ['Token', urlOf(data.token)],
    ['Userinfo', urlOf(data.userinfo)],
    ['Scope', code(scopeOf(data))],
    [
      'Client authentication',
      type === 'email' ? undefined : code(data.client?.token_endpoint_auth_method ?? 'client_secret_basic'),
    ],
    ['Left out', data.omits?.join(', ')],
    ...links.map(({ label, url }) => /** @type {[string, string]} */ ([label, `<${url}>`])),
    ['Looked up', checkedText(documentation)],
  ]
  if (module !== id) rows.unshift(['Id', code(id)])
  return rows.filter(/** @returns {row is [string, string]} */ (row) => Boolean(row[1]))
}

/**
 * The variables that a provider reads.
 *
 * @param {Record<string, any>} data
 * @returns {string[]}
 */
export function environmentOf({ id, type, issuer, issuerTemplate, client, needs = [] }) {
  const prefix = `AUTH_${id.toUpperCase().replaceAll('-', '_')}`
  if (type === 'email') return needs.includes('apiKey') ? [`${prefix}_KEY`] : []
  const wantsIssuer = type === 'oidc' && (issuer === undefined || issuerTemplate !== undefined)
  const isPublic = client?.token_endpoint_auth_method === 'none'
  return [
    `${prefix}_ID`,
    ...(isPublic ? [] : [`${prefix}_SECRET`]),
    ...(wantsIssuer ? [`${prefix}_ISSUER`] : []),
  ]
}

/** @param {Entry} entry */
function exampleOf({ factory, module, data }) {
  if (module === 'nodemailer')
    return `${factory}({ server: process.env.EMAIL_SERVER ?? '', from: 'Example <no-reply@example.com>' })`
  return data.needs?.includes('from') ? `${factory}({ from: 'Example <no-reply@example.com>' })` : factory
}

/** @param {Record<string, any>} data */
function kindOf({ type }) {
  return KINDS[/** @type {keyof typeof KINDS} */ (type)]
}

/** @param {Record<string, any>} data */
function scopeOf({ type, authorization }) {
  if (type === 'email') return undefined
  const inUrl =
    typeof authorization === 'string' ? URL.parse(authorization)?.searchParams.get('scope') : undefined
  return authorization?.params?.scope ?? inUrl ?? 'openid profile email'
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
    ? `**not checked**: ${documentation.unavailable}`
    : `${documentation.checkedOn}, <${documentation.url}>`
}

/** @param {string | undefined} text */
function code(text) {
  return text ? `\`${text}\`` : undefined
}
