import type { JSX } from 'preact'
import type { AddressConfirmedPage, ConfirmAddressPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { Sentence } from './sentence.tsx'

interface Props<P> {
  readonly page: P
  readonly texts: Texts
}

/** Asks the user to confirm a change of the e-mail address with a button. */
export function ConfirmAddress({ page, texts }: Props<ConfirmAddressPage>): JSX.Element {
  const { title, current, newAddress, button } = texts.confirmAddress
  const { side, email, token } = page.link
  return (
    <>
      <h1>{title}</h1>
      <p>
        <Sentence text={side === 'new' ? newAddress : current} value={email} />
      </p>
      <form method="post" action={page.action}>
        {page.csrfToken && <input type="hidden" name="csrfToken" value={page.csrfToken} />}
        {Object.entries({ side, email, token }).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button type="submit">{button}</button>
      </form>
    </>
  )
}

/** Says whether the address has changed. */
export function AddressConfirmed({ page, texts }: Props<AddressConfirmedPage>): JSX.Element {
  const { title, changed, waitsForCurrent, waitsForNew } = texts.addressConfirmed
  const waits = page.waitsFor[0] === 'current' ? waitsForCurrent : waitsForNew
  return (
    <>
      <h1>{title}</h1>
      <p>{page.isChanged ? changed : waits}</p>
      <p>
        <a href={page.homeUrl}>{texts.error.home}</a>
      </p>
    </>
  )
}
