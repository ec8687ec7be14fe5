import type { Metadata } from 'next'
import Link from 'next/link'

export const metadata: Metadata = { title: 'Check your e-mail' }

/** `pages.verifyRequest`: the same for everybody, so that it does not tell whose address is known. */
export default function CheckYourMail() {
  return (
    <section className="card wide" aria-labelledby="mail">
      <h1 id="mail">Check your e-mail</h1>
      <p>A link is on its way. It signs you in once, within a day. You can close this page.</p>
      <Link className="button" href="/">
        Back to the start
      </Link>
    </section>
  )
}
