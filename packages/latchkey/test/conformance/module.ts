import type { Case } from './case.ts'

/** A test plan of the conformance suite. */
export interface TestPlan {
  readonly name: string
  /** Why Latchkey cannot run the plan, whatever its modules are about. */
  readonly notApplicable?: string
}

const CODE_FLOW_ONLY = 'Latchkey uses the code flow only.'

export const PLANS = {
  basic: { name: 'Basic' },
  formPost: { name: 'Form post, basic' },
  config: { name: 'Configuration' },
  dynamic: {
    name: 'Dynamic',
    notApplicable:
      'It requires dynamic registration. The modules that do not are run with a configured client.',
  },
  implicit: { name: 'Implicit; form post, implicit', notApplicable: CODE_FLOW_ONLY },
  hybrid: { name: 'Hybrid; form post, hybrid', notApplicable: CODE_FLOW_ONLY },
  complete: { name: 'Complete (no certification)' },
  refresh: { name: 'Refresh token (no certification)' },
  thirdParty: { name: 'Third-party-initiated login' },
  rpLogout: { name: 'RP-initiated logout' },
  backChannel: { name: 'Back-channel logout' },
  frontChannel: { name: 'Front-channel logout' },
  session: { name: 'Session management' },
} as const satisfies Readonly<Record<string, TestPlan>>

export type Plan = keyof typeof PLANS

/** A test module of the conformance suite. */
export interface Module {
  /** Its name in the suite. */
  readonly module: string
  readonly plans: readonly Plan[]
  /** What the provider does. */
  readonly provider: string
  /** What the relying party must do. */
  readonly must: string
  /** Why the module cannot be run: the flow is not supported on purpose. */
  readonly notApplicable?: string
  /** What is missing for the module. */
  readonly notBuilt?: string
  /** Something to know about the result. */
  readonly note?: string
  /** Each is a test. For a module that is not applicable or not built: what holds instead. */
  readonly cases?: readonly Case[]
}
