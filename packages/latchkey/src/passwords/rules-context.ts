import type { Context } from '../contract/context.ts'

/** Where a new password is checked: a request, or server code without one. */
export type RulesContext = Pick<Context, 'auth'> & Partial<Pick<Context, 'base' | 'headers'>>
