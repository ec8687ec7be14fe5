import { createRequire } from 'node:module'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { StepUpRequired } from 'latchkey/errors'
import { expect, it, vi } from 'vitest'
import { leaveFor } from '../../src/next/protect.ts'

vi.mock('next/headers.js', () => ({}))
// The server of Next.js does so before it loads anything.
vi.hoisted(() => {
  Object.assign(globalThis, process.getBuiltinModule('node:async_hooks'))
})

// As Next.js itself loads it.
const load = createRequire(import.meta.url)
const { workUnitAsyncStorage } = load('next/dist/server/app-render/work-unit-async-storage.external.js')

const PAGE_BEFORE = `${BASE}/verify?for=session&within=900&callbackUrl=${encodeURIComponent(`${ORIGIN}/before`)}`

/** Returns where a user goes whose method is called at a URL of the App Router. */
function leave(url: { pathname: string; search: string } | undefined, canWrite: boolean): string | null {
  const leaveNow = () => leaveFor(new StepUpRequired('', { url: PAGE_BEFORE }), new Headers(), canWrite)
  try {
    return url ? workUnitAsyncStorage.run({ type: 'request', url }, leaveNow) : leaveNow()
  } catch (error) {
    if (!(error instanceof StepUpRequired)) throw error
    const { digest, url: target } = error as StepUpRequired & { digest: string }
    expect(digest).toContain(target)
    return new URL(target).searchParams.get('callbackUrl')
  }
}

it('returns to the page that is rendered, not to the one before it', () => {
  expect(leave({ pathname: '/settings', search: '?tab=2&_rsc=1' }, false)).toBe(`${ORIGIN}/settings?tab=2`)
})

it('returns to the page of the form after a server action', () => {
  expect(leave({ pathname: '/settings', search: '' }, true)).toBe(`${ORIGIN}/before`)
})

it('does not lead to another origin', () => {
  expect(leave({ pathname: '//evil.test/', search: '' }, false)).not.toContain('//evil.test')
})

it('returns to the page before if Next.js does not say which page is rendered', () => {
  expect(leave(undefined, false)).toBe(`${ORIGIN}/before`)
})
