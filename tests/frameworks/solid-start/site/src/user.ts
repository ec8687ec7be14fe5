import { action, query, redirect } from '@solidjs/router'
import { describeUser } from './describe-user.ts'

export const getUser = query(async (minValid: string | undefined) => {
  'use server'
  return describeUser(minValid)
}, 'user')

export const readUser = action(async (form: FormData | URLSearchParams) => {
  'use server'
  const user = await describeUser(form.get('minValid') as string | null)
  throw redirect(`/read?${new URLSearchParams({ user: JSON.stringify(user) })}`)
}, 'read-user')
