import { hashPassword } from 'latchkey/password'
import { vi } from 'vitest'
import { hashNew } from '../../src/passwords/hash.ts'
import { COLUMNS, code, duration, first, largest, section } from './render.ts'

/** Describes how `latchkey/password` hashes. */
export async function passwords(): Promise<string> {
  const hash = await hashPassword('correct horse battery staple')
  const [, algorithm = '', parameters = '', salt = '', bytes = ''] = hash.split('$')
  const scrypt = stubScrypt()
  const { running, waiting, seconds, retryAfter } = await overload(scrypt)
  const longest = await largest(10_000, async (length) => scrypt.accepts('a'.repeat(length)))
  scrypt.restore()
  return section('Password hashing', COLUMNS, [
    ['Hash of `Password`, on Node.js 24.7 or newer', await hashOfProvider(), ''],
    ['Hash of `hashPassword`, and of `Password` on other runtimes', `${algorithm}, ${code(parameters)}`, ''],
    ['Salt; hash', `${countBits(salt)} random bits; ${countBits(bytes)} bits`, ''],
    ['Length of a password for `hashPassword`', `1 to ${longest} characters`, ''],
    ['Computations at the same time', running, ''],
    ['Further calls that wait', `${waiting}, for at most ${duration(seconds)}`, ''],
    ['Calls beyond them', `an error with \`Retry-After: ${retryAfter}\``, ''],
  ])
}

async function hashOfProvider(): Promise<string> {
  const [, algorithm, , parameters = ''] = (await hashNew('correct horse battery staple')).split('$')
  return `${algorithm}, ${code(parameters)}`
}

function countBits(base64: string): number {
  return Buffer.from(base64, 'base64').length * 8
}

interface ScryptStub {
  readonly hashPassword: typeof hashPassword
  /** Computations that have started, and do not end by themselves. */
  readonly started: (() => void)[]
  /** Returns whether a password is hashed at all. */
  accepts(password: string): Promise<boolean>
  restore(): void
}

type Done = (error: null, derived: Buffer) => void

/** Replaces the computations by some that do not end by themselves. */
function stubScrypt(): ScryptStub {
  const started: ScryptStub['started'] = []
  const compute = (...[, , length, , done]: [string, Buffer, number, object, Done]) =>
    started.push(() => done(null, Buffer.alloc(length)))
  const scrypt = vi.spyOn(process.getBuiltinModule('node:crypto'), 'scrypt')
  scrypt.mockImplementation(compute as never)
  return {
    hashPassword,
    started,
    async accepts(password) {
      const hashed = hashPassword(password).then(
        () => true,
        () => false,
      )
      await settle()
      for (const end of started.splice(0)) end()
      return hashed
    },
    restore() {
      scrypt.mockRestore()
    },
  }
}

interface Load {
  readonly running: number
  readonly waiting: number
  readonly seconds: number
  readonly retryAfter: unknown
}

/** Hashes many passwords at the same time. */
async function overload({ hashPassword: hash, started }: ScryptStub): Promise<Load> {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now })
  const calls = 500
  const errors: { cause?: { retryAfter?: unknown } }[] = []
  for (let count = 0; count < calls; count++) void hash('a').catch((error) => errors.push(error))
  await settle()
  const running = started.length
  const waiting = calls - running - errors.length
  const seconds = await first(600, async () => {
    await vi.advanceTimersByTimeAsync(1000)
    return errors.length === calls - running
  })
  for (const end of started.splice(0)) end()
  vi.useFakeTimers({ toFake: ['Date'], now })
  return { running, waiting, seconds, retryAfter: errors[0]?.cause?.retryAfter }
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
