import { describeChange, findChange, forgetChange } from '../account-changes/address-change.ts'
import { confirmByCode, endProofsOf, requestAddressChange } from '../account-changes/change-address.ts'
import type { Context } from '../contract/context.ts'
import { InvalidOption, MissingAdapterMethods } from '../errors/configuration.ts'
import { AccessDenied } from '../errors/sign-in.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { UserEmail } from '../types/user-email.ts'
import { requireChange, requireWritable } from './change.ts'

/** Returns what server code can do with a user's e-mail address. */
export function userEmail(ctx: Context, userId: string): UserEmail {
  return {
    async change(address) {
      await requireServices(ctx)
      await requireChange(ctx, userId, 'An e-mail address was to be changed')
      return requestAddressChange(ctx, await findUser(ctx, userId), address)
    },

    async confirm(code) {
      await requireServices(ctx)
      refuseCrossOriginCaller(ctx)
      requireWritable(ctx, 'A change of an e-mail address was to be confirmed')
      return confirmByCode(ctx, userId, String(code))
    },

    async pending() {
      await requireServices(ctx)
      const change = await findChange(ctx, userId)
      return change === undefined ? null : describeChange(ctx, change)
    },

    async cancel() {
      await requireServices(ctx)
      refuseCrossOriginCaller(ctx)
      const change = await findChange(ctx, userId)
      if (change === undefined) return false
      await forgetChange(ctx, userId)
      await endProofsOf(ctx, change)
      return true
    },
  }
}

async function findUser({ auth }: Context, userId: string): Promise<AdapterUser> {
  const user = await auth.adapter?.getUser?.(userId)
  if (user) return user
  throw new AccessDenied('The e-mail address of a user was to be changed who no longer exists.', {
    user: userId,
  })
}

/** @throws {InvalidOption} or {MissingAdapterMethods}, with the line that is missing */
async function requireServices({ auth }: Context): Promise<void> {
  if ((await auth.checkConfig()).mail === undefined)
    throw new InvalidOption(
      '`user.email` sends e-mails. Set `mail`, for example `mail: nodemailer()` from "latchkey/mail/nodemailer".',
    )
  const needed = [
    'getUser',
    'getUserByEmail',
    'updateUser',
    'createVerificationToken',
    'useVerificationToken',
  ] as const
  const missing = needed.filter((name) => auth.adapter?.[name] === undefined)
  if (missing.length === 0) return
  throw new MissingAdapterMethods(
    auth.adapter === undefined
      ? '`user.email` needs a database that stores users. Pass an `adapter`.'
      : `\`adapter\` lacks \`${missing[0]}\`, which \`user.email\` needs. Add it: ` +
          `\`adapter: { ...adapter, ${missing[0]}: … }\`.`,
  )
}
