import type { Context } from '../../contract/context.ts'

/** Returns whether a form has a short code that the provider sent. */
export function isCode({ method, form, provider }: Context): boolean {
  return (
    method === 'POST' &&
    form.code !== undefined &&
    provider?.type === 'email' &&
    provider.shortCode !== undefined
  )
}
