import { expect, it } from 'vitest'
import { hashedKey } from './hashed-key.ts'
import { idKey, userKey } from './store-keys.ts'

// Entries of running deployments have these keys.
it('uses the same keys as earlier versions', async () => {
  expect({
    ended: idKey('ended', 'a id'),
    revoked: userKey('revoked', 'ann@example.com'),
    deleted: await hashedKey('deleted', 'token'),
    refused: await hashedKey('logout-refused', ['acme', undefined]),
  }).toEqual({
    ended: 'latchkey:ended:a id',
    revoked: 'latchkey:revoked:ann%40example.com',
    deleted: 'latchkey:deleted:3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0',
    refused: 'latchkey:logout-refused:05ccb6272c4c29048dc37060b56041b099ec57385baf1608da1bf9d29b1150d6',
  })
})
