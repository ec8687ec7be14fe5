import type { JSX } from 'preact'

/**
 * Replaces the value while a text is split. No text contains this character.
 *
 * @see https://www.unicode.org/faq/private_use.html
 */
const PLACEHOLDER = '\uf8ff'

/**
 * Renders a text that contains a value. Isolates the value from the text around it, so that both
 * can have different directions. If the text depends on the value in another way, shows it as it
 * is.
 */
export function Sentence({
  text,
  value,
}: {
  readonly text: (value: string) => string
  readonly value: string
}): JSX.Element {
  const fullText = text(value)
  const [first, ...others] = text(PLACEHOLDER).split(PLACEHOLDER)
  if ([first, ...others].join(value) !== fullText) return <>{fullText}</>
  return (
    <>
      {first}
      {others.map((part) => (
        <>
          <bdi>{value}</bdi>
          {part}
        </>
      ))}
    </>
  )
}
