import Link from 'next/link'

export default function Home() {
  return (
    <main>
      <h1>Plans</h1>
      <Link href="/account">Account</Link>
    </main>
  )
}
