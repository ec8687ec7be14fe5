import { command, query } from '$app/server'
import { auth, update } from '../../auth.ts'

export const getSession = query(async () => auth())

export const rename = command('unchecked', async (name: string) => {
  await update({ user: { name } })
  return auth()
})
