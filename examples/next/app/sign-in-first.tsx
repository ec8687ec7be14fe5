/** What a protected page shows to strangers: nothing but the way in, and back here afterwards. */
export function SignInFirst({ callbackUrl }: { callbackUrl: string }) {
  return (
    <section className="card wide" aria-labelledby="stranger">
      <h1 id="stranger">Please sign in first</h1>
      <p>This page is for people who are signed in. You come back to it afterwards.</p>
      <a className="button" href={`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`}>
        Sign in
      </a>
    </section>
  )
}
