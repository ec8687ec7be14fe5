import { redirect } from '@sveltejs/kit'
import { describeUser } from '../../user.ts'

export const load = async ({ locals, url }) => ({
  user: await describeUser(await locals.currentUser(), url.searchParams),
})

export const actions = {
  default: async ({ locals, request }) => {
    const fields = Object.fromEntries(await request.formData()) as Record<string, string>
    const user = await describeUser(await locals.currentUser(), new URLSearchParams(fields))
    redirect(303, `/read?${new URLSearchParams({ user: JSON.stringify(user) })}`)
  },
}
