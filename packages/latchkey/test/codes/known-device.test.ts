import { describe, expect, it } from 'vitest'
import { signedInAs } from '../passwords/site.ts'
import { ANN, ask, createSite, enter, wrongFor } from './site.ts'

describe('with `code: "only"`, others who use up the tries and e-mails of an address', () => {
  it('do not lock out a device on which its owner has signed in', async () => {
    const site = createSite({ code: 'only' })
    const [ann, other] = [site.browser(), site.browser()]
    await ask(ann)
    await enter(ann, site.mail.code())
    await ann.post('https://app.test/auth/signout')
    expect(await signedInAs(ann)).toBeUndefined()
    for (let flow = 0; flow < 6; flow++) {
      const other = site.browser()
      await ask(other)
      for (let guess = 0; guess < 6; guess++) await enter(other, wrongFor(site.mail.code()))
    }
    const before = site.mail.sent.length
    await ask(other)
    expect(site.mail.sent).toHaveLength(before)
    await ask(ann)
    expect(site.mail.sent).toHaveLength(before + 1)
    await enter(ann, site.mail.code())
    expect(await signedInAs(ann)).toBe(ANN)
  })

  it('lock out other devices, and a known device has ten tries of its own', async () => {
    const site = createSite({ code: 'only' }, { limits: false })
    const [ann, other] = [site.browser(), site.browser()]
    await ask(ann)
    await enter(ann, site.mail.code())
    await ann.post('https://app.test/auth/signout')
    for (const browser of [ann, other]) {
      for (let flow = 0; flow < 2; flow++) {
        await ask(browser)
        for (let guess = 0; guess < 5; guess++) await enter(browser, wrongFor(site.mail.code()))
      }
      await ask(browser)
      await enter(browser, site.mail.code())
      expect(await signedInAs(browser)).toBeUndefined()
    }
  })
})
