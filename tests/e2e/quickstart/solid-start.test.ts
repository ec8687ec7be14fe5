import { onTestFinished, test } from 'vitest'
import { startQuickstart } from './application.ts'
import { followGettingStarted, openBrowser } from './sign-in.ts'

test('"Getting started with SolidStart" leads to a protected page in a new application', async () => {
  const { url, stop } = await startQuickstart('solid-start', '/api/auth', [
    { page: 'docs/start/solid-start.md' },
  ])
  onTestFinished(stop)
  await followGettingStarted(await openBrowser(), 'solid-start', url)
})
