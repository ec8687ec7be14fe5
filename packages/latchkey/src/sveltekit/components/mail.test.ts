import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = import.meta.dirname

// proves C-7, §18.2
it('the sign-in form asks for an address with every provider of ours that sends mail', async () => {
  const { exports } = JSON.parse(await readFile(join(folder, '../../../package.json'), 'utf8')) as {
    exports: Record<string, unknown>
  }
  const ids = Object.entries(exports).flatMap(([name, to]) =>
    JSON.stringify(to).includes('./src/mail/') ? [name.split('/').at(-1)] : [],
  )
  expect(ids.length).toBeGreaterThan(3)
  const form = await readFile(join(folder, 'SignIn.svelte'), 'utf8')
  for (const id of ids) expect(form).toContain(`'${id}'`)
})
