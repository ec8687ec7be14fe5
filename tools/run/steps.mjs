import { EXAMPLES } from '../../tests/support/applications/examples.mjs'

/**
 * A step of `npm test`: projects of vitest.config.ts, or commands.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title what it shows
 * @property {readonly string[]} [projects] default: the one of its name
 * @property {readonly string[]} [files] default: all files of the projects
 * @property {readonly string[][]} [commands] run one after the other, until one fails
 * @property {readonly string[]} [builds] workspaces to build first
 * @property {readonly ProgramName[]} [needs] programs of the machine without which it is skipped
 * @property {readonly ProgramName[]} [uses] programs without which some of its tests are skipped
 * @property {Partial<Step>} [short] how `npm test` runs it; without this, only `npm run test:all` does
 * @property {boolean} [isVariant] runs only by its name and with all variants: other steps use the
 *   same code
 */

/** @typedef {import('../../tests/support/machine/programs.mjs').ProgramName} ProgramName */

/** @type {readonly ProgramName[]} */
const DATABASES = ['redis', 'postgresql', 'mariadb']
const SUBJECTS = [
  'account',
  'canaries',
  'codes',
  'conformance',
  'enumeration',
  'gate',
  'hashes',
  'passkeys',
  'passwords',
  'properties',
  'races',
  'sessions',
  'step-up',
]
const SIGN_IN = 'tests/e2e/provider.test.ts'
const IDIOMS = 'tests/authjs/names/check-idioms.mjs'

/**
 * Two lists that run beside each other; the steps of each run one after the other. The first one
 * builds applications and drives browsers. In the second one, nothing runs beside the failures of
 * databases but that.
 *
 * @type {readonly (readonly Step[])[]}
 */
export const LANES = [
  [
    {
      name: 'types',
      title: 'types of the library, the tests and the tools',
      commands: [['npm', 'run', '--silent', 'check:types', '--workspaces', '--if-present']],
      short: {},
    },
    {
      name: 'fixtures',
      title: 'types in applications and in examples of the documentation',
      commands: [
        ['node', 'tools/build/check-fixtures.mjs'],
        ['node', 'tools/docs/check-examples.mjs'],
        ['node', IDIOMS, 'Latchkey'],
      ],
    },
    { name: 'next', title: 'Next.js integration', projects: ['next', 'next-14'] },
    {
      name: 'sveltekit',
      title: 'SvelteKit integration, in a browser',
      projects: ['sveltekit', 'sveltekit-2'],
      needs: ['browser'],
    },
    { name: 'solid-start', title: 'SolidStart integration, in a browser', needs: ['browser'] },
    ...EXAMPLES.map(({ name, title, workspace }) => ({
      name: `browser-${name}`,
      title: `${title} demo, in a browser`,
      builds: [workspace],
      needs: /** @type {const} */ (['browser']),
      ...(name === 'next' && { short: { title: 'a sign-in on the demo, in a browser', files: [SIGN_IN] } }),
    })),
    {
      name: 'browser-databases',
      title: 'Next.js demo on PostgreSQL and MariaDB, in a browser',
      projects: ['browser-next-postgres', 'browser-next-mysql'],
      builds: EXAMPLES.filter(({ name }) => name === 'next').map(({ workspace }) => workspace),
      needs: ['browser', 'postgresql', 'mariadb'],
    },
    {
      name: 'browser',
      title: 'built-in pages and browser client, in a browser',
      projects: ['library-browser'],
      needs: ['browser'],
    },
    { name: 'docs', title: 'documentation site: links, search, accessibility', needs: ['browser'] },
    { name: 'quickstart', title: 'README and Getting started, pasted into applications', needs: ['browser'] },
    {
      name: 'frameworks',
      title: 'comparison with Auth.js on servers of frameworks',
      projects: ['compatibility-frameworks'],
      isVariant: true,
    },
    { name: 'applications', title: 'applications of Auth.js, moved by the script', needs: ['browser'] },
  ],
  [
    {
      name: 'lint',
      title: 'code, imports, Markdown and spelling',
      commands: [['npm', 'run', '--silent', 'lint']],
      short: {},
    },
    {
      name: 'library',
      title: 'units, flows, attacks, races, properties and conformance',
      projects: [
        'units',
        'library',
        'library-web-crypto',
        'battery',
        'compilation',
        'frameworks',
        ...SUBJECTS,
      ],
      short: { title: 'units and flows', projects: ['units', 'library'] },
    },
    {
      name: 'compatibility',
      title: 'comparison with Auth.js, and guides for moving from other libraries',
      projects: ['compatibility', 'migrations'],
    },
    { name: 'runtimes', title: 'core on Node.js, Deno, Bun, workerd and edge-runtime' },
    {
      name: 'catalogue',
      title: 'provider samples and pages',
      commands: [['node', 'tools/docs/check-catalogue.mjs']],
    },
    {
      name: 'api',
      title: 'reports and reference of the public interface',
      commands: [
        ['node', 'tools/docs/api-report.mjs'],
        ['node', 'tools/docs/api-reference.mjs'],
      ],
    },
    {
      name: 'package',
      title: 'package contents and exports',
      commands: [['npm', 'run', '--silent', 'check:package', '-w', '@latchkey/tooling']],
    },
    {
      name: 'idioms',
      title: 'idioms of Auth.js, compiled with Auth.js and with Latchkey',
      commands: [['node', IDIOMS]],
      isVariant: true,
    },
    {
      name: 'identity-providers',
      title: 'oidc-provider, Glewlwyd and LemonLDAP::NG',
      needs: ['browser'],
      uses: ['glewlwyd', 'lemonldap'],
    },
    { name: 'databases', title: 'adapters and stores on real servers', uses: DATABASES },
    { name: 'adapters', title: 'adapters of other packages', uses: DATABASES, isVariant: true },
    { name: 'failover', title: 'PostgreSQL, MariaDB and Redis that fail under load', needs: DATABASES },
    { name: 'deployments', title: 'files of the deployment guides', needs: ['nginx'], uses: DATABASES },
    {
      name: 'deployed',
      title: 'Next.js behind nginx, and applications with the packed library',
      builds: EXAMPLES.filter(({ name }) => name === 'next').map(({ workspace }) => workspace),
      needs: ['browser', 'nginx'],
    },
  ],
].map((lane) => lane.map((step) => ('commands' in step ? step : { projects: [step.name], ...step })))

/**
 * Chooses steps by their names and by the names of their projects; without names, those of all
 * tests, or of the short run.
 *
 * @param {readonly string[]} names
 * @param {{ all: boolean, variants: boolean }} options
 * @returns {readonly (readonly Step[])[]} for each lane
 * @throws {Error} that lists the steps when a name is unknown
 */
export function chooseSteps(names, { all, variants }) {
  const unknown = names.find((name) => !LANES.flat().some((step) => hasName(step, name)))
  if (unknown !== undefined) {
    const list = LANES.flat().map(({ name, title }) => `  ${name.padEnd(20)}${title}`)
    throw new Error(`There is no project "${unknown}". Choose from:\n\n${list.join('\n')}\n`)
  }
  if (names.length > 0) return LANES.map((lane) => lane.flatMap((step) => chooseProjects(step, names)))
  if (all) return LANES.map((lane) => lane.filter(({ isVariant }) => variants || !isVariant))
  return LANES.map((lane) => lane.filter(({ short }) => short).map((step) => ({ ...step, ...step.short })))
}

/**
 * @param {Step} step
 * @param {string} name
 */
function hasName(step, name) {
  return step.name === name || step.projects?.includes(name)
}

/**
 * @param {Step} step
 * @param {readonly string[]} names
 * @returns {Step[]}
 */
function chooseProjects(step, names) {
  if (names.includes(step.name)) return [step]
  const projects = step.projects?.filter((project) => names.includes(project)) ?? []
  return projects.length > 0 ? [{ ...step, projects }] : []
}
