import type { Context } from '../../contract/context.ts'
import type { Admission } from '../../contract/sign-in.ts'
import { changePassword } from './change-password.ts'
import { enroll } from './enroll.ts'
import type { Requirement } from './requirement.ts'
import { secondFactor } from './second-factor.ts'

/** All requirements, in the order in which they are asked for. To add one, add a line. */
const REQUIREMENTS: readonly Requirement[] = [secondFactor, enroll, changePassword]

/** Returns the name of the first requirement that is outstanding. */
export async function findOutstanding(ctx: Context, admission: Admission): Promise<string | undefined> {
  for (const { name, isOutstanding } of REQUIREMENTS) if (await isOutstanding(ctx, admission)) return name
  return undefined
}
