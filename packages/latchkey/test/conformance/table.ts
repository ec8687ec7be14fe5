import type { Module } from './module.ts'
import { BACK_CHANNEL } from './modules-backchannel.ts'
import { BASIC } from './modules-basic.ts'
import { CODE_FLOW, FRONT_CHANNEL } from './modules-code-flow.ts'
import { CONFIGURATION } from './modules-configuration.ts'
import { NOT_BUILT } from './modules-not-built.ts'
import { RP_LOGOUT } from './modules-rp-logout.ts'

export { ADDITIONAL } from './additional.ts'
export { FAPI } from './fapi.ts'
export { PLANS } from './module.ts'

/** All modules of the suite's plans for relying parties. */
export const MODULES: readonly Module[] = [
  ...BASIC,
  ...CONFIGURATION,
  ...CODE_FLOW,
  ...FRONT_CHANNEL,
  ...BACK_CHANNEL,
  ...RP_LOGOUT,
  ...NOT_BUILT,
]
