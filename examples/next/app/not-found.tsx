import type { Metadata } from 'next'
import Link from 'next/link'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <section className="card wide">
      <h1>There is no door here</h1>
      <p>Nothing has this address.</p>
      <Link className="button" href="/">
        Back to the start
      </Link>
    </section>
  )
}
