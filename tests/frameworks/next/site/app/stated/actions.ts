'use server'

import { redirect } from 'next/navigation'
import { protect } from '../../auth'

/** An action with a state, which asks for a recent sign-in. */
export async function order(previous: { last: string }, form: FormData): Promise<{ last: string }> {
  await protect({ within: 600, form, action: order, args: [previous] })
  redirect(`/stated?${new URLSearchParams({ last: previous.last, now: String(form.get('item')) })}`)
}

/** The same, but its call does not say what comes before the form. */
export async function orderWithoutArgs(_previous: unknown, form: FormData): Promise<{ last: string }> {
  await protect({ within: 600, form, action: orderWithoutArgs })
  redirect('/stated?ran')
}
