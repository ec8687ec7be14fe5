import { describe, expect, it } from 'vitest'
import { Mailbox } from './mailbox.ts'

const mail = (to: string, subject = '') => ({
  from: '',
  to: [to],
  subject,
  text: undefined,
  html: undefined,
  receivedAt: '2026-01-01T00:00:00.000Z',
})
const never = new AbortController().signal

describe('Mailbox', () => {
  it('lists the newest messages first, filtered by address in any case and by message id', () => {
    const mailbox = new Mailbox()
    mailbox.add(mail('ada@example.com'))
    mailbox.add(mail('grace@example.org'))
    mailbox.add(mail('ada@example.com'))
    expect(mailbox.list().map(({ id }) => id)).toEqual([3, 2, 1])
    expect(mailbox.list({ to: 'Ada@Example.com' }).map(({ id }) => id)).toEqual([3, 1])
    expect(mailbox.list({ to: 'ada@example.com', after: 1 }).map(({ id }) => id)).toEqual([3])
  })

  it('keeps the last 100 messages', () => {
    const mailbox = new Mailbox()
    for (let i = 0; i < 101; i++) mailbox.add(mail('ada@example.com'))
    expect(mailbox.list()).toHaveLength(100)
    expect(mailbox.find(1)).toBeUndefined()
    expect(mailbox.find(101)).toBeDefined()
  })

  it('resolves a wait for an address when an e-mail to it arrives, not before', async () => {
    const mailbox = new Mailbox()
    const waiting = mailbox.waitFor({ to: 'ada@example.com' }, never)
    mailbox.add(mail('grace@example.org'))
    mailbox.add(mail('ada@example.com', 'for Ada'))
    expect(await waiting).toEqual([expect.objectContaining({ subject: 'for Ada' })])
  })

  it('stops waiting when the signal aborts', async () => {
    const controller = new AbortController()
    const waiting = new Mailbox().waitFor({}, controller.signal)
    controller.abort()
    expect(await waiting).toEqual([])
  })

  it('does not reuse an id after it was emptied', () => {
    const mailbox = new Mailbox()
    mailbox.add(mail('ada@example.com'))
    mailbox.clear()
    mailbox.add(mail('ada@example.com'))
    expect(mailbox.list().map(({ id }) => id)).toEqual([2])
  })
})
