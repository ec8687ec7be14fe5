import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type App, createApp } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { memoryStore } from 'latchkey'
import { expect, it } from 'vitest'
import { readEnvironment } from '../../../src/config/env.ts'

const OLD = 'the old secret of this deployment, which is long'
const NEW = 'the new secret of this deployment, which is long'
const VALUES: Readonly<Record<string, string>> = { old: OLD, new: NEW }

/** The rows of the table: the list, `AUTH_SECRET` and `AUTH_SECRET_1`. */
const page = readFileSync(join(root, 'docs/concepts/sessions.md'), 'utf8')
const ROWS = [...page.matchAll(/^\| .* \| `\[([\w, ]+)\]` \| (\w*) \| (\w*) ?\|$/gm)].map(
  ([, list = '', ...variables]) => ({
    secrets: list.split(', ').map(secretNamed),
    variables: variables.map(secretNamed),
  }),
)

function secretNamed(word: string): string {
  return VALUES[word] ?? ''
}

const store = memoryStore()
const processWith = (secret: string[]): App => createApp({ secret, store })

/** Returns whether a user who signed in at one process has a session in another, and keeps it. */
async function isSignedIn(from: App, to: App): Promise<boolean> {
  const browser: Browser = moveTo(to, await signedIn(from))
  return (await readSession(browser)) !== null && (await readSession(moveTo(from, browser))) !== null
}

it('documents the same lists for the option and for the variables', () => {
  expect(ROWS).toHaveLength(4)
  for (const { secrets, variables } of ROWS) {
    const [AUTH_SECRET, AUTH_SECRET_1] = variables
    expect(readEnvironment({ AUTH_SECRET, AUTH_SECRET_1 }).secrets).toEqual(secrets)
  }
})

// proves P-JW-5, CFG-34
it('signs no user out while processes go through the documented steps one after the other', async () => {
  const processes = ROWS.map(({ secrets }) => processWith(secrets))
  // During step 3, all sessions are younger than the change of step 2.
  for (const [index, app] of processes.entries()) {
    const next = processes[index + 1]
    if (next === undefined) continue
    expect(await isSignedIn(next, app)).toBe(true)
    if (index < 2) expect(await isSignedIn(app, next)).toBe(true)
  }
})

// proves P-JW-5
it('signs users out in one step while a process does not know the new secret', async () => {
  expect(await isSignedIn(processWith([NEW, OLD]), processWith([OLD]))).toBe(false)
})
