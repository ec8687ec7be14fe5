import type { Metadata } from 'next'
import Link from 'next/link'

export const metadata: Metadata = { title: 'Check your inbox' }

/**
 * `pages.verifyRequest`. It is the same for every address, so it does not reveal whether an account
 * exists.
 */
export default function CheckYourInbox() {
  return (
    <section className="card wide" aria-labelledby="inbox">
      <h1 id="inbox">Check your inbox</h1>
      <p>A sign-in link is on its way. It works once and expires after 24 hours. You can close this page.</p>
      <Link className="button" href="/">
        Back to the home page
      </Link>
    </section>
  )
}
