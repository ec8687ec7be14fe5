import { sendLink } from './actions'

/** Sends a mail with a link that signs in. The page that says so is the same whether or not the address is known. */
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
