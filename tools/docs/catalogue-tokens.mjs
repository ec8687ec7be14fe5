import { exampleCode } from './catalogue-code.mjs'
import { scopeOf } from './catalogue-facts.mjs'

/** @typedef {import('./catalogue-entries.mjs').Entry} Entry */
/** @typedef {'revocation' | 'endSession'} EndpointName */

const DISCOVERED = { revocation: 'revocation_endpoint', endSession: 'end_session_endpoint' }
const NOT_DOCUMENTED = 'not documented'

/**
 * Returns the section about refresh tokens, revocation and the sign-out at the provider.
 *
 * @param {Entry} entry
 */
export function tokensSection(entry) {
  const { sample } = entry
  const facts = sample?.afterSignIn
  if (facts === undefined) return ''
  const rows = [
    ['Refresh token', refreshText(entry)],
    ['Rotation', entry.data.refresh === false ? undefined : rotationText(facts.rotates)],
    ['Lifetimes', facts.lifetimes ?? NOT_DOCUMENTED],
    ['Revocation', revocationText(entry)],
    ['Sign-out', endpointText(entry, 'endSession')],
  ].flatMap(([label, text]) => (text ? [`| ${label} | ${text} |`] : []))
  return [
    '## Tokens and sign-out',
    ['| | |', '|---|---|', ...rows].join('\n'),
    ...requestPart(entry),
    ...signOutPart(entry),
    ...(facts.sources.length === 0 ? [] : [`Sources: ${facts.sources.map((url) => `<${url}>`).join(', ')}.`]),
  ].join('\n\n')
}

/**
 * Returns the cells of the list of all providers: refresh tokens, revocation and sign-out.
 *
 * @param {Entry} entry
 */
export function tokensCells(entry) {
  const facts = entry.sample?.afterSignIn
  const issued = {
    always: 'yes',
    'on request': 'on request',
    never: 'no',
    unsupported: 'no',
    [NOT_DOCUMENTED]: '?',
  }
  const refresh = issued[facts?.refreshTokens ?? NOT_DOCUMENTED]
  return entry.data.type === 'email'
    ? ['–', '–', '–']
    : [refresh, cellOf(entry, 'revocation'), cellOf(entry, 'endSession')]
}

/**
 * @param {Entry} entry
 * @param {EndpointName} name
 */
function cellOf(entry, name) {
  const text = endpointText(entry, name)
  return text === NOT_DOCUMENTED ? '?' : text === 'none' ? 'no' : 'yes'
}

/** @param {Entry} entry */
function refreshText({ sample, data }) {
  const { refreshTokens, requestedBy: { params = {}, setting = '' } = {} } = sample?.afterSignIn ?? {}
  if (refreshTokens === 'never') return 'none'
  if (refreshTokens === 'unsupported') return 'not used: see [Limits](#limits)'
  if (refreshTokens !== 'on request') return refreshTokens
  const { scope, ...others } = params
  const defaults = data.authorization?.params ?? {}
  const isDefault =
    Object.keys(params).length > 0 &&
    (scope === undefined ||
      scopeOf(data)
        .split(/[\s,]+/)
        .includes(scope)) &&
    Object.entries(others).every(([name, value]) => defaults[name] === value)
  const parts = [
    setting,
    scope === undefined ? '' : `the scope \`${scope}\``,
    ...Object.entries(others).map(([name, value]) => `the parameter \`${name}=${value}\``),
  ].filter(Boolean)
  return `with ${listed(parts)}${isDefault ? ', which Latchkey requests by default' : ''}`
}

/** @param {readonly string[]} parts */
function listed(parts) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** @param {boolean | string | undefined} rotates */
function rotationText(rotates) {
  if (rotates === undefined) return NOT_DOCUMENTED
  if (rotates === 'setting') return 'an application setting'
  if (typeof rotates === 'string') return rotates
  return rotates
    ? 'yes: each refresh returns a new refresh token'
    : 'no: the original refresh token stays valid'
}

/** @param {Entry} entry */
function revocationText(entry) {
  const { revocation } = entry.data
  const text = endpointText(entry, 'revocation')
  const types = revocation?.types?.length === 1 ? `, only ${revocation.types[0].replace('_', ' ')}s` : ''
  const grant = revocation?.endsGrant
    ? ". It ends all the application's access to the account, so Latchkey revokes tokens only when an " +
      'account is removed'
    : ''
  return `${text}${types}${grant}`
}

/**
 * @param {Entry} entry
 * @param {EndpointName} name
 */
function endpointText({ data, sample }, name) {
  const endpoint = data[name]
  if (endpoint === false) return 'none'
  if (endpoint?.request !== undefined) return 'by a request that differs from the standard'
  const url = typeof endpoint === 'string' ? endpoint : endpoint?.url
  if (url !== undefined) return `\`${url}\``
  const found = sample?.discovery?.[DISCOVERED[name]]
  return found === undefined ? NOT_DOCUMENTED : `discovered, such as \`${found}\``
}

/**
 * How to request a refresh token, unless the section about the scopes shows that.
 *
 * @param {Entry} entry
 */
function requestPart(entry) {
  const { params = {} } = entry.sample?.afterSignIn?.requestedBy ?? {}
  const { scope, ...others } = params
  const defaults = entry.data.authorization?.params ?? {}
  const list = scopeOf(entry.data).split(/[\s,]+/)
  const isShown = scope === undefined || list.includes(scope) || entry.scopes.includes(`add \`${scope}\``)
  const missing = Object.entries(others).filter(([name, value]) => defaults[name] !== value)
  if (isShown && missing.length === 0) return []
  const options = [
    ...(scope === undefined || list.includes(scope) ? [] : [`scope: '${[...list, scope].join(' ')}'`]),
    ...missing.map(([name, value]) => `${name}: '${value}'`),
  ]
  return [
    'To request a refresh token, so that [`user.tokens()`](../guides/provider-api.md) can refresh the access token:',
    exampleCode(entry, `authorization: { params: { ${options.join(', ')} } }`),
  ]
}

/** @param {Entry} entry */
function signOutPart(entry) {
  const { id, name } = entry.data
  if (cellOf(entry, 'endSession') !== 'yes') return []
  const field = entry.sample?.afterSignIn?.postLogoutField
  return [
    'If you set `logout: true`, signing out of your application also ' +
      `[signs the user out of ${name}](../guides/sign-out-everywhere.md):`,
    exampleCode(entry, 'logout: true'),
    `Register the post-logout redirect URI${field ? ` under ${field}` : ''}: ` +
      `\`https://example.com/api/auth/signout/${id}\` for Next.js and SolidStart, ` +
      `\`https://example.com/auth/signout/${id}\` for SvelteKit and your own server.`,
  ]
}
