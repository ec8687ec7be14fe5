import type { Context } from '../../contract/context.ts'
import type { Admission } from '../../contract/sign-in.ts'
import { changePassword } from './change-password.ts'
import { enroll } from './enroll.ts'
import type { Requirement } from './requirement.ts'
import { secondFactor } from './second-factor.ts'
import { verifyAddress } from './verify-address.ts'

/** All requirements, in the order in which they are asked for. To add one, add a line. */
const REQUIREMENTS: readonly Requirement[] = [secondFactor, verifyAddress, enroll, changePassword]

/** Returns the first requirement that is outstanding. */
export async function findOutstanding(ctx: Context, admission: Admission): Promise<Requirement | undefined> {
  for (const requirement of REQUIREMENTS)
    if (await requirement.isOutstanding(ctx, admission)) return requirement
  return undefined
}
