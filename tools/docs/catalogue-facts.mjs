import { exampleCode } from './catalogue-code.mjs'

/** @typedef {import('./catalogue-entries.mjs').Entry} Entry */

/**
 * What the standard scopes give.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims
 */
const STANDARD_SCOPES = /** @type {Readonly<Record<string, string>>} */ ({
  openid: 'the user ID',
  profile: 'the name and picture',
  email: 'the e-mail address',
  offline_access: 'a refresh token',
})

const FIELDS = ['name', 'email', 'image']
/** The claims that a field is read from, if the provider has no `profile` function. */
const CLAIMS = /** @type {Readonly<Record<string, string>>} */ ({
  name: '`name`, `nickname` or `preferred_username`',
  email: '`email`',
  image: '`picture`',
})

const LINKING = '[account linking](../concepts/account-linking.md)'

/**
 * Returns the facts that a provider's docstring must contain and does not.
 *
 * @param {Entry} entry
 * @returns {string[]}
 */
export function missingFacts(entry) {
  const { module, data, docstring, steps, scopes, email, sender } = entry
  const isEmail = data.type === 'email'
  if (module === 'nodemailer') return []
  // The docstring says so if the service accepts no new applications.
  const acceptsApplications = !/@deprecated|no new applications/.test(docstring)
  /** @type {[boolean, string][]} */
  const rules = [
    [acceptsApplications && steps === '', isEmail ? 'Create the API key:' : 'Create the application:'],
    [isEmail && sender === '', 'Sender:'],
    [!isEmail && scopes === '' && !hasOnlyStandardScopes(data), 'Scopes:'],
    [!isEmail && email === '' && needsEmailFact(entry), 'E-mail address:'],
  ]
  return rules.filter(([applies]) => applies).map(([, label]) => label)
}

/** @param {Entry} entry */
function needsEmailFact({ data, sample }) {
  if (!sample?.user?.email) return false
  return data.type !== 'oidc' || data.profile !== undefined || data.isEmailVerified !== undefined
}

/**
 * Returns the scopes that are requested by default, in one text.
 *
 * @param {Record<string, any>} data
 * @returns {string}
 */
export function scopeOf({ authorization }) {
  const inUrl =
    typeof authorization === 'string' ? URL.parse(authorization)?.searchParams.get('scope') : undefined
  return authorization?.params?.scope ?? inUrl ?? 'openid profile email'
}

/** @param {Record<string, any>} data */
function hasOnlyStandardScopes(data) {
  return scopesOf(data).every((scope) => scope in STANDARD_SCOPES)
}

/** @param {Record<string, any>} data */
function scopesOf(data) {
  return scopeOf(data)
    .split(/[\s,]+/)
    .filter(Boolean)
}

/**
 * Returns the section about the scopes. A scope that the docstring says to add is in the code.
 *
 * @param {Entry} entry
 */
export function scopesSection(entry) {
  const { data } = entry
  // A line of the docstring may break inside the phrases below.
  const scopes = entry.scopes.replaceAll('\n', ' ')
  const list = scopesOf(data)
  const given =
    list.length > 0 ? `By default, Latchkey requests \`${scopeOf(data)}\`.` : 'Latchkey requests no scopes.'
  const added = /[Aa]dd `([^`]+)`/.exec(scopes)?.[1]
  const separator = scopeOf(data).includes(',') || /separated by commas/.test(scopes) ? ',' : ' '
  const option = [...list, ...(added ? [added] : [])].join(separator)
  const isFixed = option === '' || scopes.includes('no other scopes')
  const change = isFixed
    ? []
    : [
        'To change the scopes, set the whole list, which replaces the default:',
        exampleCode(entry, `authorization: { params: { scope: '${option}' } }`),
      ]
  return ['## Scopes', [given, scopes || standardScopes(list)].filter(Boolean).join(' '), ...change].join(
    '\n\n',
  )
}

/** @param {string[]} scopes */
function standardScopes(scopes) {
  const parts = scopes.flatMap((scope) =>
    STANDARD_SCOPES[scope] ? [`\`${scope}\` gives ${STANDARD_SCOPES[scope]}`] : [],
  )
  return parts.length > 0 ? `${parts.join(', ')}.` : ''
}

/**
 * Returns the section about the fields of the user, from the sample.
 *
 * @param {Entry} entry
 */
export function userSection({ data, sample }) {
  const user = sample?.user
  if (user === undefined) return ''
  const rows = FIELDS.map((field) => `| \`user.${field}\` | ${exampleOf(data, field, user[field])} |`)
  const id = `\`${user.id.replaceAll('|', '\\|')}\`, the ID at ${data.name}`
  const table = ['| Field | Example |', '|---|---|', ...rows, `| \`account.providerAccountId\` | ${id} |`]
  return `## User\n\nAfter sign-in, you can read these fields:\n\n${table.join('\n')}`
}

/**
 * @param {Record<string, any>} data
 * @param {string} field
 * @param {string | null | undefined} value
 */
function exampleOf(data, field, value) {
  if (value) return `\`${value.replace(/^(data:[^,]+,).*/, '$1…')}\``
  if (data.profile === undefined) return `\`null\`, unless ${data.name} sends the claim ${CLAIMS[field]}`
  const isAlwaysNull = !new RegExp(`\\b${field}\\b(?!: null)`).test(String(data.profile))
  return isAlwaysNull ? '`null`' : `\`null\`, unless ${data.name} returns one`
}

/**
 * Returns the section about the e-mail address: where it comes from, and whether it counts as
 * verified.
 *
 * @param {Entry} entry
 */
export function emailSection(entry) {
  const { data, email, sample } = entry
  if (email === '' && !sample?.user?.email)
    return sample?.user
      ? `## E-mail address\n\n${data.name} does not return an e-mail address: \`user.email\` is \`null\`.`
      : ''
  const sentences = [
    email || (needsEmailFact(entry) ? '' : 'The address comes from the claim `email`.'),
    verificationOf(entry),
    neverVerifies(entry)
      ? 'Latchkey never treats it as verified, so `allowDangerousEmailAccountLinking` has no effect:'
      : 'To link accounts to users whose address an e-mail link has verified, set ' +
        '`allowDangerousEmailAccountLinking: true`:',
    `see ${LINKING}.`,
  ]
  return `## E-mail address\n\n${sentences.filter(Boolean).join(' ')}`
}

/** @param {Entry} entry */
function verificationOf(entry) {
  const { data, email } = entry
  if (data.isEmailVerified !== undefined || neverVerifies(entry) || /\bverified\b/.test(email)) return ''
  const field = data.type === 'oidc' ? 'claim' : 'field'
  return `It counts as verified if the ${field} \`email_verified\` is \`true\`.`
}

/** @param {Entry} entry */
function neverVerifies({ data, email, sample }) {
  if (data.isEmailVerified !== undefined)
    return /=>\s*(?:false|undefined|void 0)$/.test(String(data.isEmailVerified))
  if (email.replaceAll('\n', ' ').includes('does not report whether')) return true
  return data.type === 'oauth' && !('email_verified' in (sample?.profile ?? {}))
}

/**
 * Returns the section about what a provider does not do.
 *
 * @param {Entry} entry
 */
export function limitsSection({ data, limits }) {
  const omitted = {
    pkce: `${data.name} does not support PKCE, so Latchkey sends no code challenge.`,
    nonce: `${data.name} does not return the nonce in its ID tokens, so Latchkey does not check it.`,
  }
  const omits = (data.omits ?? []).map((/** @type {keyof typeof omitted} */ check) => omitted[check])
  const all = [...limits, ...omits]
  return all.length === 0 ? '' : `## Limits\n\n${all.map((limit) => `- ${limit}`).join('\n')}`
}

/**
 * Returns the section about e-mails that cannot be sent.
 *
 * @param {Entry} entry
 */
export function failureSection({ module, data }) {
  const isSmtp = module === 'nodemailer'
  const service = isSmtp ? 'the SMTP server' : data.name
  const timeout = isSmtp ? '' : ', or does not respond within ten seconds'
  const secrets = isSmtp ? '' : ', without the e-mail address and the API key'
  return [
    '## Failures\n\n',
    `If ${service} rejects an e-mail${timeout}, Latchkey deletes the link and the user returns to the `,
    'sign-in page. The log contains the error [`EmailSignInError`](../reference/errors.md) with the message from ',
    `${service}${secrets}. `,
    'Latchkey does not send the e-mail again.',
  ].join('')
}
