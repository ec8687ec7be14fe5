/** What a protected page shows to strangers: nothing but the way in, and back here afterwards. */
export function SignInFirst(props: { callbackUrl: string }) {
  return (
    <section class="card wide" aria-labelledby="stranger">
      <h1 id="stranger">Please sign in first</h1>
      <p>This page is for people who are signed in. You come back to it afterwards.</p>
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
