/** Shown by protected pages to signed-out users, with a link to sign in and return. */
export function SignInRequired({ callbackUrl }: { callbackUrl: string }) {
  return (
    <section className="card wide" aria-labelledby="sign-in-required">
      <h1 id="sign-in-required">Please sign in</h1>
      <p>You have to sign in to view this page. You will be returned to it afterwards.</p>
      <a className="button" href={`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`}>
        Sign in
      </a>
    </section>
  )
}
