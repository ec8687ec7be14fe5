import { client, getSession, signIn, signOut } from 'latchkey/sveltekit/client'
import { flushSync, mount, unmount } from 'svelte'
import Account from './Account.svelte'
import { type Application, startPage } from './page.ts'

startPage((page, show, target) => {
  let update: Application['update'] = () => Promise.resolve(null)
  const given = $state({ session: page.session })
  const onupdate = (update_: Application['update']): void => {
    update = update_
  }
  const account = mount(Account, { target, props: { page, given, show, onupdate } })
  flushSync()
  return {
    client,
    getSession,
    signIn,
    signOut,
    update: (data) => update(data),
    give(session) {
      given.session = session
      flushSync()
    },
    unmount: () => void unmount(account),
  }
})
