import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readGuide } from '@latchkey/test-support/applications/page-files.mjs'
import { FRAMEWORKS, type Framework } from './frameworks.ts'
import { findSection } from './navigation.ts'
import { type Page, REFERENCE_GENERATOR, repository, toDescription } from './pages.ts'

/** The files of the quick start, from the guide of each framework. */
const QUICK_START: Readonly<Record<string, { guide: string; files: readonly string[] }>> = {
  next: {
    guide: 'docs/start/next.md',
    files: ['auth.ts', 'app/api/auth/[...latchkey]/route.ts', '.env.local'],
  },
  sveltekit: {
    guide: 'docs/start/sveltekit.md',
    files: ['src/auth.ts', 'src/hooks.server.ts', '.env'],
  },
  'solid-start': {
    guide: 'docs/start/solid-start.md',
    files: ['src/auth.ts', 'src/routes/api/auth/[...latchkey].ts', '.env'],
  },
  server: { guide: 'docs/frameworks/your-own-server.md', files: ['auth.ts', 'express.ts', '.env'] },
}

/** The landing page: its texts are those of the README. */
export const LANDING: Page = {
  source: 'README.md',
  path: 'index.md',
  title: 'Latchkey',
  description: toDescription(readFileSync(join(repository, 'README.md'), 'utf8'), Number.POSITIVE_INFINITY),
}

const LINKS = [
  { text: 'Migrate from Auth.js', target: 'docs/migrate/auth-js.md' },
  { text: 'Security', target: 'SECURITY.md' },
  { text: 'API reference', target: '/api/' },
]

/** Returns the Markdown of the landing page. Its links are relative to the README. */
export function landingPage(): string {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8')
  const why = findSection(readme, 'Why Latchkey')
  const chart = find(why, /^!\[CPU time[^\n]*$/m, 'the picture of the benchmark')
  const start = ['```sh\nnpm install latchkey\n```', ...FRAMEWORKS.flatMap(quickStart)]
  const reasons = why.slice(0, why.indexOf(chart)).trim()
  const method =
    'The command `npm run bench` measures it on your machine: [method](docs/assurance/benchmarks.md).'
  const features = find(findSection(readme, 'Features'), /(?:^\|.+\n)+/m, 'the features')
  const status = find(why, /^\*\*Status:\*\*(?:.+\n?)+/m, 'the status')
  return [
    '<main>',
    ...hero(find(readme, /<picture>[\s\S]*?<\/picture>/, 'the picture of the sign-in page')),
    '<div class="vp-doc landing-body">',
    ...section('start', 'Quick start', ...start),
    ...section('why', 'Why Latchkey', reasons),
    ...section('speed', 'Speed', chart, method),
    ...section('features', 'Features', features, status),
    '</div>',
    '</main>',
  ].join('\n\n')
}

function hero(picture: string): string[] {
  const links = LINKS.filter(isPresent).map(({ text, target }) => `[${text}](${target})`)
  return [
    '<LandingHero>',
    picture,
    '<template v-slot:links>',
    links.join('\n'),
    '</template>',
    '</LandingHero>',
  ]
}

function section(name: string, heading: string, ...content: readonly string[]): string[] {
  return [`<section class="landing-${name}">`, `## ${heading}`, ...content, '</section>']
}

/** Leaves out the API reference in a checkout without its generator. */
function isPresent({ target }: { target: string }): boolean {
  return !target.startsWith('/') || existsSync(REFERENCE_GENERATOR)
}

/** Returns the files of a guide, and the link to it. */
function quickStart({ id, title }: Framework): string[] {
  const start = QUICK_START[id] ?? missing(`the quick start of ${id}`)
  const guide = readGuide(join(repository, start.guide))
  const blocks = [...guide.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([block]) => block)
  const files = start.files.map(
    (file) =>
      blocks.find((block) => /^```\w+\n(?:\/\/|#) (.+)\n/.exec(block)?.[1] === file) ??
      missing(`${file} in ${start.guide}`),
  )
  return [`### ${title}`, ...files, `[All steps, from an empty folder to a protected page](${start.guide})`]
}

function find(text: string, pattern: RegExp, what: string): string {
  return pattern.exec(text)?.[0] ?? missing(what)
}

function missing(what: string): never {
  throw new Error(`The landing page lacks ${what}. Change tools/site/src/landing.ts with the page.`)
}
