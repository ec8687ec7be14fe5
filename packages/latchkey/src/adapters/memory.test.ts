import { describe, expect, it } from 'vitest'
import { testAdapter } from '../testing/adapter-suite.ts'
import memory from './memory.ts'

testAdapter({ name: 'memory', create: () => ({ adapter: memory() }) }, { describe, it })

describe('an error of the memory adapter', () => {
  const user = { id: 'u', name: 'Ann', email: 'ann@example.com', emailVerified: null }
  const account = { provider: 'example', providerAccountId: 'secret-id', type: 'oauth', userId: 'u' } as const
  const session = { sessionToken: 'secret-token', userId: 'u', expires: new Date() }

  // proves DROP-18
  it.each([
    [
      'a second user with the same e-mail address',
      () => withUser().createUser({ ...user, id: 'v' }),
      'Another user has this e-mail address.',
    ],
    [
      'a second user with the same id',
      () => withUser().createUser({ ...user, email: 'b@example.com' }),
      'A user with this id already exists.',
    ],
    [
      'an update of an unknown user',
      () => memory().updateUser({ id: 'u' }),
      'There is no user with this id.',
    ],
    ['an account of an unknown user', () => memory().linkAccount(account), 'There is no user with this id.'],
    [
      'an account that is already linked',
      () => twice((adapter) => adapter.linkAccount(account)),
      'This "example" account is already linked.',
    ],
    ['a session of an unknown user', () => memory().createSession(session), 'There is no user with this id.'],
    [
      'a second session with the same token',
      () => twice((adapter) => adapter.createSession(session)),
      'A session with this token already exists.',
    ],
  ])('explains why it rejects %s', async (_, attempt, message) => {
    await expect(attempt()).rejects.toThrow(new Error(message))
  })

  // proves DROP-18
  it('explains why it rejects an update to the e-mail address of another user', async () => {
    const adapter = withUser()
    adapter.createUser({ ...user, id: 'v', email: 'bea@example.com' })
    await expect(adapter.updateUser({ id: 'v', email: user.email })).rejects.toThrow(
      'Another user has this e-mail address.',
    )
    expect(adapter.updateUser({ id: 'u', email: user.email })).toMatchObject({ id: 'u', email: user.email })
  })

  function withUser(): ReturnType<typeof memory> {
    const adapter = memory()
    adapter.createUser(user)
    return adapter
  }

  function twice(attempt: (adapter: ReturnType<typeof memory>) => unknown): unknown {
    const adapter = withUser()
    attempt(adapter)
    return attempt(adapter)
  }
})

it('the memory adapter generates an id for a user without one', () => {
  const adapter = memory()
  const user = adapter.createUser({ email: 'ann@example.com', name: 'Ann' } as Parameters<
    typeof adapter.createUser
  >[0])
  expect(user).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    email: 'ann@example.com',
    name: 'Ann',
    emailVerified: null,
  })
})

it('the memory adapter does not store undefined fields', () => {
  const user = memory().createUser({
    id: 'u',
    email: 'ann@example.com',
    name: undefined,
    emailVerified: null,
  })
  expect(Object.keys(user)).toEqual(expect.arrayContaining(['id', 'email', 'emailVerified']))
  expect(user).not.toHaveProperty('name')
})
