import { redirect } from 'next/navigation'
import { currentUser } from '../../auth'
import { CurrentUserShown, describeUser } from '../../user'

export const instant = false

/** Reads the user in a component, and in a server action. */
export default async function User({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const query = new URLSearchParams(await searchParams)
  return (
    <>
      <CurrentUserShown query={query} />
      <form action={readUser}>
        <button type="submit">Read user</button>
      </form>
    </>
  )
}

async function readUser(form: FormData) {
  'use server'
  const minValid = form.get('minValid')
  const query = new URLSearchParams(minValid === null ? {} : { minValid: String(minValid) })
  const user = await describeUser(await currentUser(), query)
  redirect(`/read?${new URLSearchParams({ user: JSON.stringify(user) })}`)
}
