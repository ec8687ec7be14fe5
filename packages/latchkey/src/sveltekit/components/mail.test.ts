import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const providers = join(import.meta.dirname, '../../providers')

// proves C-7, §18.2
it('the sign-in form asks for an e-mail address with every built-in e-mail provider', async () => {
  const { exports } = JSON.parse(await readFile(join(folder, '../../../package.json'), 'utf8')) as {
    exports: Record<string, unknown>
  }
  const ids = Object.entries(exports).flatMap(([name, to]) =>
    JSON.stringify(to).includes('./src/mail/') ? [name.split('/').at(-1)] : [],
  )
  const ids = sources.filter(({ text }) => /\): EmailConfig \{/.test(text)).map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(7)
  const form = await readFile(join(import.meta.dirname, 'SignIn.svelte'), 'utf8')
  for (const id of ids) expect(form).toContain(`'${id}'`)
})
