import { Title } from '@solidjs/meta'
import { HttpStatusCode } from '@solidjs/start'

/** Without this page, SolidStart responds to unknown addresses with status 200. */
export default function NotFound() {
  return (
    <section class="card wide">
      <HttpStatusCode code={404} />
      <Title>Not found · Latchkey example</Title>
      <h1>Page not found</h1>
      <p>There is no page at this address.</p>
      <a class="button" href="/">
        Back to the home page
      </a>
    </section>
  )
}
