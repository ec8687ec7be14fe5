import { usual } from '../../auth'
import type { Actions } from './$types'

export const actions = { default: usual.signIn } satisfies Actions
