'use client'

import { useActionState } from 'react'
import { order, orderWithoutArgs } from './actions'

export function OrderForms() {
  const [, orderAction] = useActionState(order, { last: '$tea "&' })
  const [, otherAction] = useActionState(orderWithoutArgs, { last: '' })
  return (
    <>
      <form action={orderAction}>
        <button type="submit">Order</button>
      </form>
      <form action={otherAction}>
        <button type="submit">Order otherwise</button>
      </form>
    </>
  )
}
