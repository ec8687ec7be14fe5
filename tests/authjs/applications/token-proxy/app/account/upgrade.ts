'use server'

import { revalidatePath } from 'next/cache'
import { unstable_update } from '@/auth'

export async function upgrade() {
  await unstable_update({ user: { plan: 'pro' } })
  revalidatePath('/account')
}
