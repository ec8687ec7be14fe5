import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const providers = join(import.meta.dirname, '../../providers')

// proves C-7, §18.2
it('the sign-in form asks for an e-mail address with every built-in e-mail provider', async () => {
  const modules = (await readdir(providers)).filter((name) => name.endsWith('.ts'))
  const sources = await Promise.all(
    modules.map(async (name) => ({
      id: name.slice(0, -3),
      text: await readFile(join(providers, name), 'utf8'),
    })),
  )
  const ids = sources.filter(({ text }) => /\): EmailConfig \{/.test(text)).map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(7)
  const form = await readFile(join(import.meta.dirname, 'SignIn.svelte'), 'utf8')
  for (const id of ids) expect(form).toContain(`'${id}'`)
})
