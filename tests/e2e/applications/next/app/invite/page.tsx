import type { Metadata } from 'next'
import { invite } from '@/app/actions'
import { protect } from '@/auth'

export const metadata: Metadata = { title: 'Invite a friend' }
export const instant = false

/** Signed-out users go to the sign-in page. The action also asks for a recent sign-in. */
export default async function Invite({ searchParams }: PageProps<'/invite'>) {
  await protect()
  const { sent, count } = await searchParams
  return (
    <section className="card wide" aria-labelledby="invite">
      <h1 id="invite">Invite a friend</h1>
      <p role="status">{sent && `Invitation ${count} was sent to ${sent}.`}</p>
      <form action={invite}>
        <label>
          Address of your friend
          <input name="friend" type="email" required />
        </label>
        <button type="submit">Invite</button>
      </form>
    </section>
  )
}
