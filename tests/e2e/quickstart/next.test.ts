import { onTestFinished, test } from 'vitest'
import { startQuickstart } from './application.ts'
import { followGettingStarted, followReadme, openBrowser } from './sign-in.ts'

async function start(page: string): Promise<string> {
  const { url, stop } = await startQuickstart('next', '/api/auth', [{ page }])
  onTestFinished(stop)
  return url
}

test('the quick start of the README signs in and out in a new Next.js application', async () => {
  const url = await start('README.md')
  await followReadme(await openBrowser(), url)
})

test('"Getting started with Next.js" leads to a protected page in a new application', async () => {
  const url = await start('docs/start/next.md')
  await followGettingStarted(await openBrowser(), 'next', url)
})
