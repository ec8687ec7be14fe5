import type { JSX } from 'preact'

/** Stands for the value while a text is looked at; no text has it. @see https://www.unicode.org/faq/private_use.html */
const PLACEHOLDER = '\uf8ff'

/**
 * A text with a value in it. The value is kept apart from the letters around it, whichever way the two are written. A text that says something
 * else for some values is shown as it is.
 */
export function Sentence({
  text,
  value,
}: {
  readonly text: (value: string) => string
  readonly value: string
}): JSX.Element {
  const whole = text(value)
  const [first, ...others] = text(PLACEHOLDER).split(PLACEHOLDER)
  if ([first, ...others].join(value) !== whole) return <>{whole}</>
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
