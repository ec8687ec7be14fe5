import { onTestFinished, test } from 'vitest'
import { startQuickstart } from './application.ts'
import { followGettingStarted, openBrowser, signOutInOneOfThreeTabs } from './sign-in.ts'

test('"Getting started with SvelteKit" leads to a protected page in a new application', async () => {
  const { url, stop } = await startQuickstart('sveltekit', '/auth', [{ page: 'docs/start/sveltekit.md' }])
  onTestFinished(stop)
  const browser = await openBrowser()
  await followGettingStarted(browser, 'sveltekit', url)
  await signOutInOneOfThreeTabs(browser, 'sveltekit', url)
})
