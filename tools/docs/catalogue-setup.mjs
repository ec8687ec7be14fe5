import { exampleCode, variableNames } from './catalogue-code.mjs'

/** @typedef {import('./catalogue-entries.mjs').Entry} Entry */

/** Sentences in the list of limits that also change the callback URLs of a page. */
const HTTPS_ONLY = 'Callback URLs must use HTTPS, during development too.'
const NO_LOCALHOST = 'Callback URLs cannot contain `localhost`.'
const ONE_CALLBACK_URL = 'An application has only one callback URL.'

/**
 * Returns the section that sets a provider up.
 *
 * @param {Entry} entry
 * @returns {string}
 */
export function setupSection(entry) {
  const isEmail = entry.data.type === 'email'
  const setup = isEmail
    ? entry.setup.replace('a database adapter', 'a [database adapter](../databases/adapters.md)')
    : entry.setup
  const variables = variablesOf(entry)
  const heading = variables === '' ? 'Prepare your application' : 'Set the environment variables'
  return [
    '## Set up',
    ...(isEmail
      ? part('Create an API key', keyPart(entry))
      : part('Create the application', stepsPart(entry))),
    ...(isEmail ? [] : part('Callback URL', callbackPart(entry))),
    ...part(heading, [setup, variables].filter(Boolean)),
    ...part('Add the provider', ['Add the provider to your configuration:', exampleCode(entry)]),
  ].join('\n\n')
}

/**
 * @param {string} heading
 * @param {string[]} blocks
 */
function part(heading, blocks) {
  return blocks.length > 0 ? [`### ${heading}`, ...blocks] : []
}

/** @param {Entry} entry */
function stepsPart({ steps, links }) {
  const registration = links.find(({ label }) => !label.startsWith('Documentation'))
  if (registration === undefined) return steps === '' ? [] : [steps]
  const link = `[${registration.label}](${registration.url})`
  if (steps === '') return [`${link}.`]
  return [`${link}:`, steps.replace(/(?<=\bthe )callback URL/, '[callback URL](#callback-url)')]
}

/** @param {Entry} entry */
function keyPart(entry) {
  const steps = stepsPart(entry)
  return entry.sender === '' ? steps : [...steps, `**Sender.** ${entry.sender}`]
}

/** @param {Entry} entry */
function callbackPart({ data: { id, name }, limits }) {
  const has = (/** @type {string} */ sentence) => limits.some((limit) => limit.includes(sentence))
  const host = has(NO_LOCALHOST) ? '127.0.0.1' : 'localhost'
  const rows = [
    ['Next.js, SolidStart', `https://example.com/api/auth/callback/${id}`],
    ['SvelteKit, your own server', `https://example.com/auth/callback/${id}`],
  ]
  const local = [
    ['Next.js, SolidStart, local', `http://${host}:3000/api/auth/callback/${id}`],
    ['SvelteKit, local', `http://${host}:5173/auth/callback/${id}`],
    ['your own server, local', `http://${host}:3000/auth/callback/${id}`],
  ]
  const table = [...rows, ...(has(HTTPS_ONLY) ? [] : local)]
  const notes = [
    has(HTTPS_ONLY)
      ? "Replace `https://example.com` with your site's origin. " +
        'For local development, open your site through an HTTPS tunnel, and set `AUTH_URL` to its origin.'
      : "Replace `https://example.com` with your site's origin, and the port with your server's.",
    has(ONE_CALLBACK_URL) ? `${name} allows one URL: create a second application for development.` : '',
    'If you set `basePath`, it changes the path before `/callback`.',
  ]
  const lines = table.map(([label, url]) => `| ${label} | \`${url}\` |`)
  return [`| Application | Callback URL |\n|---|---|\n${lines.join('\n')}`, notes.filter(Boolean).join(' ')]
}

/**
 * Returns the variables as the content of a `.env` file. Optional ones are comments.
 *
 * @param {Entry} entry
 */
function variablesOf(entry) {
  const { data, sample } = entry
  const names = variableNames(entry)
  if (names.length === 0) return ''
  const lines = names.map((name) => {
    const isOptional = name.endsWith('_ISSUER') && data.issuer !== undefined
    const issuer = sample?.options?.issuer ?? data.issuer ?? ''
    return `${isOptional ? '# ' : ''}${name}=${name.endsWith('_ISSUER') ? issuer : mailValue(name)}`
  })
  return `\`\`\`ini\n# .env\n${lines.join('\n')}\n\`\`\``
}

/** @param {string} variable */
function mailValue(variable) {
  if (variable.endsWith('_FROM')) return '"Example <no-reply@example.com>"'
  return variable.endsWith('_SERVER') ? 'smtp://user:password@mail.example.com:587' : ''
}
