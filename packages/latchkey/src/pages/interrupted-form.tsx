import type { JSX } from 'preact'
import type { InterruptedFormPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'

/** Offers a form again that was interrupted, or says that it has to be filled in again. */
export function InterruptedForm({
  page: { form, callbackUrl },
  texts,
}: {
  readonly page: InterruptedFormPage
  readonly texts: Texts
}): JSX.Element {
  const words = texts.interruptedForm
  return (
    <>
      <h1>{form ? words.title : words.lostTitle}</h1>
      <p>{form ? words.body : words.lost}</p>
      {form && (
        <form
          method="post"
          action={form.action}
          enctype={form.isMultipart ? 'multipart/form-data' : undefined}
        >
          {form.fields.map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button type="submit">{words.button}</button>
        </form>
      )}
      <a class="button quiet" href={callbackUrl}>
        {words.back}
      </a>
    </>
  )
}
