import { createVisitors } from '@latchkey/test-support/kit/visitors.ts'
import { inject } from 'vitest'
import { createServerActions } from '../shared/server-actions.ts'

export { anonymous, shownBy } from '@latchkey/test-support/kit/visitors.ts'

/** The origin of the application. */
export const site = inject('site')
const base = `${site}/api/auth`
export const visitors = { site, base, ...createVisitors(site, base) }
export const { ann, call, open, toOutcome, readSession } = visitors
export const { submit, submitByScript } = createServerActions(visitors)
