import { onTestFinished, test } from 'vitest'
import { type Page, startQuickstart } from './application.ts'
import { followGettingStarted, followReadme, openBrowser } from './sign-in.ts'

const GETTING_STARTED = { page: 'docs/getting-started/next.md' }

async function start(...pages: readonly Page[]): Promise<string> {
  const { url, stop } = await startQuickstart('next', '/api/auth', pages)
  onTestFinished(stop)
  return url
}

test('the quick start of the README signs in and out in a new Next.js application', async () => {
  const url = await start({ page: 'README.md' })
  await followReadme(await openBrowser(), url)
})

test('"Getting started with Next.js" leads to a protected page in a new application', async () => {
  const url = await start(GETTING_STARTED)
  await followGettingStarted(await openBrowser(), 'next', url)
})

test('the root layout of the page about Next.js passes the session in a new application', async () => {
  const url = await start(GETTING_STARTED, { page: 'docs/next.md', only: ['app/layout.tsx'] })
  await followGettingStarted(await openBrowser(), 'next-layout', url)
})
