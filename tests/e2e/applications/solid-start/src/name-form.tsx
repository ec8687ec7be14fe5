import { update } from 'latchkey/solid'
import { createMemo, createSignal } from 'solid-js'
import { useSession } from './session'

/**
 * Changes the display name: `update` sends it to the `session` callback in `auth.ts`, which checks
 * it.
 */
export function NameForm() {
  const session = useSession()
  // The field is updated only when the name changes, so text that was typed before the scripts run
  // stays.
  const savedName = createMemo(() => session().data?.user?.name ?? '')
  const [message, setMessage] = createSignal('')
  const [isPending, setPending] = createSignal(false)
  async function rename(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    setPending(true)
    const updated = await update({ user: { name } })
    setPending(false)
    setMessage(updated?.user?.name === name ? 'Saved.' : 'The name was not saved.')
  }
  return (
    <form onSubmit={rename} class="needs-script">
      <label>
        Display name
        <input name="name" autocomplete="name" required maxlength={60} value={savedName()} />
      </label>
      <button type="submit" disabled={isPending()}>
        Save
      </button>
      <p role="status">{message()}</p>
    </form>
  )
}
