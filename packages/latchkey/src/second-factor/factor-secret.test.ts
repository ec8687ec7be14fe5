import { expect, it } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import { openSecret, sealSecret } from './factor-secret.ts'

const auth = (secret: string | string[]) => resolveConfig({ providers: [], secret }, { basePath: '/auth' })
const [OLD, NEW] = ['an old secret of 32 characters or more', 'a new secret of 32 characters or more']

it('a secret is only readable for its user, also after a rotation', async () => {
  const sealed = await sealSecret(auth(OLD), 'ann', 'JBSWY3DP')
  expect(sealed).not.toContain('JBSWY3DP')
  expect(await openSecret(auth(OLD), 'ann', sealed)).toBe('JBSWY3DP')
  expect(await openSecret(auth([NEW, OLD]), 'ann', sealed)).toBe('JBSWY3DP')
  expect(await openSecret(auth(NEW), 'ann', sealed)).toBeUndefined()
  expect(await openSecret(auth(OLD), 'bob', sealed)).toBeUndefined()
})
