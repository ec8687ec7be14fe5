import { Title } from '@solidjs/meta'
import { HttpStatusCode } from '@solidjs/start'

/** Without this page SolidStart would answer unknown addresses with 200. */
export default function NotFound() {
  return (
    <section class="card wide">
      <HttpStatusCode code={404} />
      <Title>Not found · Latchkey example</Title>
      <h1>There is no door here</h1>
      <p>Nothing has this address.</p>
      <a class="button" href="/">
        Back to the start
      </a>
    </section>
  )
}
