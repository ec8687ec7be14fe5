import { sendLink } from '@/app/actions'

/** Sends a mail with a link that signs in. The library says that it is on its way, the same whether or not the address is known. */
export function LinkForm() {
  return (
    <form action={sendLink}>
      <label>
        E-mail
        <input name="email" type="email" autoComplete="email" required />
      </label>
      <button type="submit" className="quiet">
        Send me a sign-in link
      </button>
    </form>
  )
}
