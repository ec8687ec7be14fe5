import type { Metadata } from 'next'
import Link from 'next/link'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <section className="card wide">
      <h1>Page not found</h1>
      <p>There is no page at this address.</p>
      <Link className="button" href="/">
        Back to the home page
      </Link>
    </section>
  )
}
