import { Title } from '@solidjs/meta'

/**
 * `pages.verifyRequest`. It is the same for every address, so it does not reveal whether an account
 * exists.
 */
export default function CheckYourInbox() {
  return (
    <section class="card wide" aria-labelledby="inbox">
      <Title>Check your inbox · Latchkey example</Title>
      <h1 id="inbox">Check your inbox</h1>
      <p>A sign-in link is on its way. It works once and expires after 24 hours. You can close this page.</p>
      <a class="button" href="/">
        Back to the home page
      </a>
    </section>
  )
}
