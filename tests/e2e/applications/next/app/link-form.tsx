import { sendLink } from '@/app/actions'

/**
 * Sends an e-mail with a sign-in link. The next page is the same whether or not an account exists.
 */
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
