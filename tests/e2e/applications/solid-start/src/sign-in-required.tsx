/** Shown by protected pages to signed-out users, with a link to sign in and return. */
export function SignInRequired(props: { callbackUrl: string }) {
  return (
    <section class="card wide" aria-labelledby="sign-in-required">
      <h1 id="sign-in-required">Please sign in</h1>
      <p>You have to sign in to view this page. You will be returned to it afterwards.</p>
      <a
        class="button"
        rel="external"
        href={`/api/auth/signin?${new URLSearchParams({ callbackUrl: props.callbackUrl })}`}
      >
        Sign in
      </a>
    </section>
  )
}
