// What a proxy does not need. Each function has the configuration as its first parameter, and after
// it those of the public function.
export {
  removeAccessAction,
  revokeSessionsAction,
  signInAction,
  signOutAction,
  updateAction,
} from './actions.ts'
export { anyUser } from './current-user.ts'
export { protectAny, runProtected } from './protect.ts'
