import { defineConfig, type HeadConfig } from 'vitepress'
import { REPOSITORY } from '../../release/repository.mjs'
import { accessibleTheme } from '../src/accessible-theme.ts'
import { FRAMEWORKS, STORAGE_KEY } from '../src/frameworks.ts'
import { LANDING } from '../src/landing.ts'
import { extendMarkdown, slugify } from '../src/markdown.ts'
import { isForContributors, readGroups, sidebars } from '../src/navigation.ts'
import { readPages } from '../src/pages.ts'
import { referenceEntries } from '../src/reference.ts'
import { addSearchWords, readSearchWords, weigh, wordsFor } from '../src/search-words.ts'

const pages = readPages()
const reference = referenceEntries()
const searchWords = readSearchWords()

/** Pages for contributors and reviewers, not for readers who search. */
const notSearched = new Set(pages.filter(({ source }) => isForContributors(source)).map(({ path }) => path))

/**
 * Runs before the first paint. Opened from a disk, the site runs no other script, so all variants
 * stay visible.
 */
const CHOOSE_FRAMEWORK = `
if (location.protocol !== 'file:') {
  let choice = null
  try { choice = localStorage.getItem('${STORAGE_KEY}') } catch {}
  const known = ${JSON.stringify(FRAMEWORKS.map(({ id }) => id))}
  document.documentElement.dataset.framework = known.includes(choice) ? choice : known[0]
}`

/** Pages that the site also has as Markdown. */
const copied = new Set(pages.map(({ path }) => path))

function copyLink(href: string): HeadConfig {
  return ['link', { rel: 'alternate', type: 'text/markdown', href }]
}

const hostname = process.env.LATCHKEY_DOCS_HOST

export default defineConfig({
  title: 'Latchkey',
  lang: 'en-GB',
  description: LANDING.description,
  srcDir: '.content',
  cacheDir: 'node_modules/.cache',
  lastUpdated: false,
  metaChunk: true,
  // The guides link the application that the reader runs.
  ignoreDeadLinks: 'localhostLinks',
  ...(hostname && { sitemap: { hostname } }),
  head: [
    ['meta', { name: 'theme-color', content: '#f6f7fb', media: '(prefers-color-scheme: light)' }],
    ['meta', { name: 'theme-color', content: '#0c1019', media: '(prefers-color-scheme: dark)' }],
    ['script', {}, CHOOSE_FRAMEWORK],
  ],
  transformHead: ({ title, description, siteData, pageData }): HeadConfig[] => [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${siteData.base}icon.svg` }],
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
    ['meta', { property: 'og:type', content: 'website' }],
    ...(copied.has(pageData.relativePath) ? [copyLink(siteData.base + pageData.relativePath)] : []),
  ],
  vite: {
    plugins: [accessibleTheme()],
    // The search index is one file, which loads when the search opens.
    build: { chunkSizeWarningLimit: 4096 },
  },
  transformPageData: ({ frontmatter }) => ({ filePath: String(frontmatter.source ?? '') }),
  markdown: {
    attrs: { disable: true },
    anchor: { slugify },
    lineNumbers: false,
    languageAlias: { env: 'ini' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => extendMarkdown(md, [...pages, LANDING]),
  },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    nav: [
      { text: 'Guide', link: '/start/next', activeMatch: '^/(?:start|concepts)/' },
      { text: 'All pages', link: '/all-pages' },
      { text: 'Providers', link: '/providers/' },
      ...(reference.length > 0 ? [{ text: 'API', link: '/api/' }] : []),
    ],
    sidebar: sidebars(readGroups(), pages, reference),
    outline: { level: [2, 3] },
    externalLinkIcon: false,
    editLink: { pattern: `${REPOSITORY}/edit/main/:path`, text: 'Edit this page' },
    search: {
      provider: 'local',
      options: {
        detailedView: false,
        miniSearch: {
          searchOptions: {
            boost: { title: 4, text: 2, titles: 1 },
            boostDocument: weigh,
            processTerm: wordsFor,
          },
        },
        _render: (markdown, env, md) => {
          const html = md.render(markdown, env)
          const path = String(env.relativePath)
          return notSearched.has(path) ? '' : addSearchWords(html, path, searchWords)
        },
      },
    },
  },
})
