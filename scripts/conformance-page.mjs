/**
 * @typedef {{ readonly title: string }} Case
 * @typedef {object} Module
 * @property {string} module
 * @property {readonly string[]} plans
 * @property {string} provider
 * @property {string} must
 * @property {string} [notApplicable]
 * @property {string} [notBuilt]
 * @property {string} [note]
 * @property {readonly Case[]} [cases]
 * @typedef {{ readonly file: string, readonly title: string }} TestReference
 * @typedef {object} Rule
 * @property {string} section
 * @property {string} rule
 * @property {'yes' | 'option' | 'application' | 'no'} state
 * @property {string} how
 * @property {readonly (string | TestReference)[]} [tests]
 * @typedef {object} Table
 * @property {Readonly<Record<string, { readonly name: string, readonly notApplicable?: string
 *   }>>} PLANS
 * @property {readonly Module[]} MODULES
 * @property {readonly Case[]} ADDITIONAL
 * @property {readonly Rule[]} FAPI
 */

const HEAD = `# Conformance

\`npm run conformance\` generates this page from the table of cases in
[packages/latchkey/test/conformance](../packages/latchkey/test/conformance); \`npm test -- conformance\` fails
if it is out of date. To run the cases, run
\`npx vitest run --project library packages/latchkey/test/conformance\`.

The OpenID Foundation publishes a conformance suite with test plans for relying parties: applications that
sign users in at an OpenID provider. Each module of a plan is a provider that behaves in one way, often
wrongly. The tests rebuild these modules from the published plans. They run the library through its HTTP
handler, as a browser does, against a provider that is a function. They are not the suite itself, and
Latchkey is not certified.

The column "tests" has the titles of the tests in \`relying-party.test.ts\`. Each rejection is tested twice:
the same sign-in succeeds at a provider without the fault, and the log of the rejected one names the fault.
`

const MODULES_HEAD = `## Modules

The names start with \`oidcc-client-test\`, as in the suite. The modules of the plan "form post, basic" are
those of the plan "basic", and run a second time with the response mode \`form_post\`.

- **passed**: tests run the module.
- **not applicable**: the module is about a flow that Latchkey does not support on purpose, or about an
  alternative to what it does. A test shows what holds instead, if anything does.
- **not built**: the feature does not exist yet.
`

const ADDITIONAL_HEAD = `## Further cases

The standards require these too, and the suite has no module for them. Tests run all of them.
`

const FAPI_HEAD = `## FAPI 2.0

FAPI 2.0 is a profile of OAuth for high security. Latchkey does not implement it: access tokens are not bound
to the client, and there are no pushed authorization requests. The table lists the rules of the [security
profile](https://openid.net/specs/fapi-security-profile-2_0-final.html) and of its extension for signed
messages that apply to the client of a web application. The number is the section of the profile.

- **yes**: always, or by default.
- **option**: if you configure it.
- **application**: the code of your application does it.
- **no**: not supported.
`

/**
 * Returns the text of docs/conformance.md.
 *
 * @param {Table} table
 * @returns {string}
 */
export function renderPage({ PLANS, MODULES, ADDITIONAL, FAPI }) {
  const modules = table(
    ['module', 'what the provider does', 'what the relying party must do', 'result', 'tests'],
    MODULES.map(moduleCells),
  )
  const rules = table(
    ['section', 'rule', 'Latchkey', 'how', 'tests'],
    FAPI.map(({ section, rule, state, how, tests = [] }) => [
      ...[section, rule, state, how],
      tests.map((test) => (typeof test === 'string' ? test : `${test.file} › ${test.title}`)).join('<br>'),
    ]),
  )
  const further = ADDITIONAL.map(({ title }) => `- ${title}\n`).join('')
  const sections = [
    HEAD,
    planTable(PLANS, MODULES),
    `${MODULES_HEAD}\n${modules}`,
    `${ADDITIONAL_HEAD}\n${further}`,
    `${FAPI_HEAD}\n${rules}`,
  ]
  return sections.join('\n')
}

const RESULTS = /** @type {const} */ (['passed', 'not applicable', 'not built'])

/** @param {Module} module @returns {typeof RESULTS[number]} */
function resultOf({ notApplicable, notBuilt }) {
  if (notApplicable !== undefined) return 'not applicable'
  return notBuilt === undefined ? 'passed' : 'not built'
}

/**
 * @param {Table['PLANS']} plans
 * @param {readonly Module[]} modules
 */
function planTable(plans, modules) {
  const rows = Object.entries(plans).map(([plan, { name, notApplicable }]) => {
    const ofPlan = modules.filter((module) => module.plans.includes(plan))
    const counted =
      notApplicable === undefined ? ofPlan : ofPlan.map((module) => ({ ...module, notApplicable }))
    return [name, ...counts(counted), notApplicable ?? '']
  })
  const all = ['All modules, each once', ...counts(modules), '']
  return table(['plan', 'modules', ...RESULTS, 'note'], [...rows, all])
}

/** @param {readonly Module[]} modules */
function counts(modules) {
  const byResult = RESULTS.map((result) => modules.filter((module) => resultOf(module) === result).length)
  return [modules.length, ...byResult].map((count) => String(count || ''))
}

/** @param {Module} module */
function moduleCells(module) {
  const { provider, must, notApplicable, notBuilt, note, cases = [] } = module
  const result = [`**${resultOf(module)}**`, notApplicable ?? notBuilt ?? note].filter(Boolean).join(': ')
  const name = module.module.replace(/^oidcc-client-test-/, '')
  return [`\`${name}\``, provider, must, result, cases.map(({ title }) => title).join('<br>')]
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('')
}
