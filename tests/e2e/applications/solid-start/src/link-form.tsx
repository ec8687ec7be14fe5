import { sendLink } from './actions'

/**
 * Sends an e-mail with a sign-in link. The next page is the same whether or not an account exists.
 */
export function LinkForm() {
  return (
    <form action={sendLink} method="post">
      <label>
        E-mail
        <input name="email" type="email" autocomplete="email" required />
      </label>
      <button type="submit" class="quiet">
        Send me a sign-in link
      </button>
    </form>
  )
}
