import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filesOfPage, isPartOfGuide, packagesOfPage, readGuide } from './page-files.mjs'

const PAGE = `# A page

\`\`\`sh
npx create-app@latest my-app
npm install
npm install latchkey
npm install --save-dev @types/node
\`\`\`

\`\`\`ini
# .env.local
AUTH_SECRET=
\`\`\`

\`\`\`ts
// app/api/auth/[...latchkey]/route.ts: mounts the endpoints
export const GET = 1
\`\`\`

\`\`\`svelte
<!-- src/routes/+page.svelte -->
<h1>My app</h1>
\`\`\`

\`\`\`sql
-- copy.sql: copies the users
SELECT 1;
\`\`\`

\`\`\`ts
// In SvelteKit 3.
export const NOT_A_FILE = 1
\`\`\`
`

test('returns the files of a page unchanged, with the paths in their first lines', () => {
  expect(filesOfPage(PAGE)).toEqual([
    { path: '.env.local', content: '# .env.local\nAUTH_SECRET=\n' },
    {
      path: 'app/api/auth/[...latchkey]/route.ts',
      content: '// app/api/auth/[...latchkey]/route.ts: mounts the endpoints\nexport const GET = 1\n',
    },
    {
      path: 'src/routes/+page.svelte',
      content: '<!-- src/routes/+page.svelte -->\n<h1>My app</h1>\n',
    },
    { path: 'copy.sql', content: '-- copy.sql: copies the users\nSELECT 1;\n' },
  ])
})

test('returns the files of one variant, and those without a variant', () => {
  const file = (path: string) => `\`\`\`ts\n// ${path}\n\`\`\`\n`
  const page = [
    '## Page\n\n### Next.js\n',
    file('app/page.tsx'),
    '### SvelteKit\n\n#### The page\n',
    file('src/page.ts'),
    '### Check it\n',
    file('check.ts'),
    '### SvelteKit\n\n## Roles\n',
    file('roles.ts'),
  ].join('\n')
  const paths = (variant?: string) => filesOfPage(page, variant).map(({ path }) => path)
  expect(paths('SvelteKit')).toEqual(['src/page.ts', 'check.ts', 'roles.ts'])
  expect(paths('Next.js')).toEqual(['app/page.tsx', 'check.ts', 'roles.ts'])
  expect(paths()).toEqual(['app/page.tsx', 'src/page.ts', 'check.ts', 'roles.ts'])
})

test('returns the packages that a reader of a page installs', () => {
  expect(packagesOfPage(PAGE)).toEqual(['latchkey', '@types/node'])
})

test('returns the packages that a reader of one variant installs', () => {
  const command = (name: string) => `\`\`\`sh\nnpm install ${name}\n\`\`\`\n`
  const page = `${command('latchkey')}\n## Next.js\n\n${command('pg')}\n## SvelteKit\n\n${command('redis')}`
  expect(packagesOfPage(page, 'SvelteKit')).toEqual(['latchkey', 'redis'])
})

test('reads a page together with the pages in the folder with its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'roles'))
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const block = (path: string) => `\`\`\`ts\n// ${path}\n# no heading\n\`\`\`\n`
  file('roles.md', `# Roles\n\n${block('roles.ts')}`)
  file('roles/sveltekit.md', `# Roles in SvelteKit\n\n## Hook\n\n${block('src/hooks.server.ts')}`)
  file('roles/next.md', `# Roles in Next.js\n\n${block('proxy.ts')}`)
  const guide = readGuide(join(folder, 'roles.md'))
  const paths = (variant: string) => filesOfPage(guide, variant).map(({ path }) => path)
  expect(paths('Next.js')).toEqual(['roles.ts', 'proxy.ts'])
  expect(paths('SvelteKit')).toEqual(['roles.ts', 'src/hooks.server.ts'])
  expect(guide).toContain('## SvelteKit\n\n### Hook\n')
  expect(guide).toContain('\n# no heading\n')
  expect(isPartOfGuide(join(folder, 'roles/next.md'))).toBe(true)
  expect(isPartOfGuide(join(folder, 'roles.md'))).toBe(false)
})
