'use client'

import { useSession } from 'latchkey/react'
import { useActionState } from 'react'

/**
 * Changes the display name: `update` sends it to the `session` callback in `auth.ts`, which checks
 * it.
 */
export function NameForm() {
  const { data: session, update } = useSession()
  const [message, rename, isPending] = useActionState(async (_previous: string, form: FormData) => {
    const name = String(form.get('name')).trim()
    const updated = await update({ user: { name } })
    return updated?.user?.name === name ? 'Saved.' : 'The name was not saved.'
  }, '')
  return (
    <form action={rename} className="needs-script">
      <label>
        Display name
        <input
          name="name"
          autoComplete="name"
          required
          maxLength={60}
          defaultValue={session?.user?.name ?? ''}
        />
      </label>
      <button type="submit" disabled={isPending}>
        Save
      </button>
      <p role="status">{message}</p>
    </form>
  )
}
