import { scrypt, timingSafeEqual } from 'node:crypto'

interface Account {
  id: string
  name: string
  email: string
  /** Random, base64url. */
  salt: string
  /** 32 bytes that scrypt makes of the password and the salt, base64url. */
  hash: string
}

/** Stands for your table of accounts. Ada's password is in `demo-account.json`; here is only what can check it. */
const ACCOUNTS: readonly Account[] = [
  {
    id: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    salt: 'Wn9VIeszK7deRsmh8eqbpQ',
    hash: 'L8Ngahi9Rh8ni_LhCYZlHP9EBqeWMev63byOMJkiaxQ',
  },
]

const NOBODY = { salt: 'wWJXp6YrHdy7Ka96bbPJrg', hash: Buffer.alloc(32).toString('base64url') }

/** The person who has this e-mail address and password, or `null`. */
export async function findAccount(email: string, password: string) {
  const wanted = email.trim().toLowerCase()
  const account = ACCOUNTS.find((known) => known.email === wanted)
  // Somebody unknown takes as long as a wrong password: the time must not tell who has an account.
  const { salt, hash } = account ?? NOBODY
  const isRight = timingSafeEqual(await hashPassword(password, salt), Buffer.from(hash, 'base64url'))
  return account && isRight ? { id: account.id, name: account.name, email: account.email } : null
}

/** @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt */
function hashPassword(password: string, salt: string): Promise<Buffer> {
  const cost = { N: 2 ** 14, r: 8, p: 5 }
  return new Promise((resolve, reject) => {
    scrypt(password, Buffer.from(salt, 'base64url'), 32, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
