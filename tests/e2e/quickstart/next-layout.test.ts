import { onTestFinished, test } from 'vitest'
import { startQuickstart } from './application.ts'
import { followGettingStarted, openBrowser } from './sign-in.ts'

test('the root layout of the page about Next.js passes the session in a new application', async () => {
  const { url, stop } = await startQuickstart('next', '/api/auth', [
    { page: 'docs/start/next.md' },
    { page: 'docs/frameworks/next.md', only: ['app/layout.tsx'] },
  ])
  onTestFinished(stop)
  await followGettingStarted(await openBrowser(), 'next-layout', url)
})
