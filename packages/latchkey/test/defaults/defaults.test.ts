import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { expect, it, vi } from 'vitest'
import { accounts } from './accounts.ts'
import { calls } from './calls.ts'
import { cookies } from './cookies.ts'
import { database } from './database.ts'
import { headers } from './headers.ts'
import { hosts } from './hosts.ts'
import { limits } from './limits.ts'
import { pendingSignIns } from './links.ts'
import { passwords } from './passwords.ts'
import { secrets } from './secrets.ts'
import { sessions } from './sessions.ts'
import { START } from './setup.ts'
import { signUps } from './sign-up.ts'
import { sizes } from './sizes.ts'

const PAGE = fileURLToPath(new URL('../../../../docs/operate/defaults.md', import.meta.url))
const GENERATED = /(?<=<!-- defaults -->\n\n).*(?=\n<!-- end of the defaults -->)/s

const SECTIONS = [
  cookies,
  sessions,
  secrets,
  pendingSignIns,
  limits,
  signUps,
  accounts,
  hosts,
  calls,
  database,
  sizes,
  headers,
  // Last, because it loads modules of the library a second time.
  passwords,
]

isolateEnvironment()

it('docs/operate/defaults.md lists the defaults as applications have them; `npm run update -- defaults` rewrites it', {
  timeout: 120_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  const sections: string[] = []
  for (const render of SECTIONS) sections.push(await render())
  vi.useRealTimers()
  const page = readFileSync(PAGE, 'utf8')
  expect(page).toMatch(GENERATED)
  await expect(page.replace(GENERATED, () => sections.join('\n'))).toMatchFileSnapshot(PAGE)
})
