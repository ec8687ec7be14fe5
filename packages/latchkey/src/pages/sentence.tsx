import type { JSX } from 'preact'

/** A text with a value in it. The value is kept apart from the letters around it, whichever way the two are written. */
export function Sentence({ text, value }: { readonly text: (value: string) => string; readonly value: string }): JSX.Element {
  const whole = text(value)
  if (value === '') return <>{whole}</>
  const [first, ...others] = whole.split(value)
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
