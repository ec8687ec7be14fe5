import { variableNames } from './catalogue-code.mjs'
import {
  emailSection,
  failureSection,
  limitsSection,
  scopeOf,
  scopesSection,
  userSection,
} from './catalogue-facts.mjs'
import { setupSection } from './catalogue-setup.mjs'
import { tokensCells, tokensSection } from './catalogue-tokens.mjs'

/** @typedef {import('./catalogue-entries.mjs').Entry} Entry */

const PROTOCOLS = { oauth: 'OAuth 2.0', oidc: 'OpenID Connect', email: 'E-mail link' }

/** Titles of the pages whose provider has a name that only suits its button. */
const TITLES = /** @type {Readonly<Record<string, string>>} */ ({ nodemailer: 'Nodemailer (SMTP)' })

/** The row of the factory for providers that are not in the list. */
const ANY_PROVIDER = [
  '| [Any OpenID provider](oidc.md) | OpenID Connect | ? | discovered | discovered',
  '`latchkey/providers/oidc` |',
].join(' | ')

/**
 * Returns the documentation page of a provider, made from its docstring, its data and its sample.
 *
 * @param {Entry} entry
 * @returns {string}
 */
export function renderProvider(entry) {
  const { module, notes, docker, deprecated } = entry
  const facts =
    entry.data.type === 'email'
      ? [failureSection(entry), limitsSection(entry)]
      : [
          scopesSection(entry),
          userSection(entry),
          emailSection(entry),
          tokensSection(entry),
          limitsSection(entry),
        ]
  const sections = [
    `# ${titleOf(entry)}`,
    deprecated ? `> **Deprecated.** ${deprecated.replaceAll('\n', '\n> ')}` : '',
    introductionOf(entry),
    setupSection(entry),
    ...facts,
    docker ? `## Docker\n\n${docker}` : '',
    notes ? `## Notes\n\n${notes}` : '',
    referenceSection(entry),
    `Generated from [${module}.ts](../../${entry.source}) by \`npm run update -- catalogue\`.`,
    '[All providers](README.md)',
  ]
  return `${sections.filter(Boolean).join('\n\n')}\n`
}

/**
 * Returns the page that lists all providers.
 *
 * @param {readonly Entry[]} entries
 * @returns {string}
 */
export function renderList(entries) {
  const unchecked = entries.filter(({ documentation }) => documentation && 'unavailable' in documentation)
  return `# Providers

Import a provider from its own module and list it in your configuration: \`providers: [GitHub]\`. It reads
its client ID and client secret from environment variables. To set options, call it:
\`GitHub({ allowDangerousEmailAccountLinking: true })\`.

If your service isn't in this list but supports OpenID Connect, such as your company's single sign-on, use
[OpenID Connect](oidc.md). For any other OAuth service, [write a provider
object](../reference/configuration.md#providers). [Passwords](../sign-in/passwords.md), [passkeys](../sign-in/passkeys.md), [e-mail
links](../sign-in/email.md) and [text-message codes](../sign-in/text-message-codes.md) have their own pages.

## All providers

- **Refresh token.** Whether the provider issues one, with which [\`user.tokens()\`](../guides/provider-api.md)
  refreshes the access token. "On request": the provider's page shows the parameter or the setting.
- **Revocation.** Whether Latchkey can revoke tokens at the provider.
- **Sign-out.** Whether \`logout: true\` [signs the user out of the provider](../guides/sign-out-everywhere.md).

A question mark means that the provider doesn't document it.

| Provider | Type | Refresh token | Revocation | Sign-out | Import |
|---|---|---|---|---|---|
${ANY_PROVIDER}
${entries.map(listRowOf).join('\n')}

There are ${entries.length} providers.

## Unchecked providers

These providers' endpoints and responses couldn't be checked against the provider's own documentation.
They follow common usage:
${unchecked.map(linkOf).join(',\n') || 'none'}.

Generated from the files in \`packages/latchkey/src/providers\` by \`npm run update -- catalogue\`.
`
}

/** @param {Entry} entry */
function listRowOf(entry) {
  const cells = [
    linkOf(entry),
    protocolOf(entry),
    ...tokensCells(entry),
    `\`latchkey/providers/${entry.module}\``,
  ]
  return `| ${cells.join(' | ')} |`
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
      ? `Adds sign-in by [e-mail link](../sign-in/email.md). Latchkey sends the e-mails through ${titleOf(entry)}.`
      : `Adds sign-in with ${data.name} over ${protocolOf(entry)}.`
  return summary ? `${introduction} ${summary}` : introduction
}

/** @param {Entry} entry */
function referenceSection(entry) {
  const rows = rowsOf(entry).map(([name, value]) => `| ${name} | ${value} |`)
  return `## Reference\n\n| | |\n|---|---|\n${rows.join('\n')}`
}

/**
 * Returns the rows of the table of the provider's data, without those that do not apply.
 *
 * @param {Entry} entry
 * @returns {[string, string][]}
 */
function rowsOf(entry) {
  const { module, data, links, documentation } = entry
  const isEmail = data.type === 'email'
  /** @type {[string, string | undefined][]} */
  const rows = [
    ['ID', module === data.id ? undefined : code(data.id)],
    ['Type', protocolOf(entry)],
    ['Environment variables', variableNames(entry).map(code).join(', ')],
    ['Issuer', code(data.issuer)],
    ['Authorization endpoint', urlOf(data.authorization)],
    ['Token endpoint', urlOf(data.token)],
    ['Userinfo endpoint', urlOf(data.userinfo)],
    [
      'Profile',
      data.type === 'oidc' ? (data.idToken === false ? 'userinfo endpoint' : 'ID token') : undefined,
    ],
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
