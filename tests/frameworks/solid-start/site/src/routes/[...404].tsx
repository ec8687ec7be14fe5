import { HttpStatusCode } from '@solidjs/start'

export default function NotFound() {
  return (
    <>
      <HttpStatusCode code={404} />
      <p>There is no such page.</p>
    </>
  )
}
