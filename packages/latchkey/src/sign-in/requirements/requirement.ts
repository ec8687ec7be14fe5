import type { Context } from '../../contract/context.ts'
import type { Admission } from '../../contract/sign-in.ts'

/** What must be true before a session starts. */
export interface Requirement {
  readonly name: string
  /**
   * Returns whether the user still has to do something.
   *
   * @throws {AuthError} if the user cannot sign in at all
   */
  isOutstanding(ctx: Context, admission: Admission): Promise<boolean>
  /** Does what the user needs for it, such as sending an e-mail. Called when the sign-in waits. */
  begin?(ctx: Context, admission: Admission): Promise<void>
}
