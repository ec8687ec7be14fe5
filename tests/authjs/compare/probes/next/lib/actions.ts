'use server'

import { ACTIONS } from './action-table'
import { observed } from './outcome'

/** Runs the action that the form names. */
export async function run(form: FormData): Promise<void> {
  const action = ACTIONS[String(form.get('action'))]
  if (action === undefined) throw new Error(`There is no action “${form.get('action')}”.`)
  form.delete('action')
  await observed(() => action(form))
}
