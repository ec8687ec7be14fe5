import { sha256Hex } from '../../crypto/digest.ts'

/** Returns the id by which applications and users name a session. It is never part of a token. */
export async function publicId(sessionToken: string): Promise<string> {
  return (await sha256Hex(`latchkey.session ${sessionToken}`)).slice(0, 32)
}
