import { expect, test } from 'vitest'
import { filesOfPage, packagesOfPage } from './page-files.mjs'

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

test('returns the packages that a reader of a page installs', () => {
  expect(packagesOfPage(PAGE)).toEqual(['latchkey', '@types/node'])
})
