import { Title } from '@solidjs/meta'

/** `pages.verifyRequest`: the same for everybody, so that it does not tell whose address is known. */
export default function CheckYourMail() {
  return (
    <section class="card wide" aria-labelledby="mail">
      <Title>Check your e-mail · Latchkey example</Title>
      <h1 id="mail">Check your e-mail</h1>
      <p>A link is on its way. It signs you in once, within a day. You can close this page.</p>
      <a class="button" href="/">
        Back to the start
      </a>
    </section>
  )
}
