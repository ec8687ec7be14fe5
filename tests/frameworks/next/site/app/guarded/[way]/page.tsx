import { Session } from '../../session'

export const instant = false

export default async function GuardedPage({ params }: { params: Promise<{ way: string }> }) {
  return (
    <>
      <p>the way {(await params).way}</p>
      <Session />
    </>
  )
}
