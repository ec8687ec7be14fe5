import type { UserSecondFactor } from '../types/second-factor.ts'

/** Returns methods that `run` calls, such as after loading them. */
export function secondFactorMethods(
  run: <T>(name: keyof UserSecondFactor, method: (methods: UserSecondFactor) => Promise<T>) => Promise<T>,
): UserSecondFactor {
  return {
    beginTotp: (...call) => run('beginTotp', (methods) => methods.beginTotp(...call)),
    confirm: (...call) => run('confirm', (methods) => methods.confirm(...call)),
    list: () => run('list', (methods) => methods.list()),
    rename: (...call) => run('rename', (methods) => methods.rename(...call)),
    remove: (...call) => run('remove', (methods) => methods.remove(...call)),
    newRecoveryCodes: () => run('newRecoveryCodes', (methods) => methods.newRecoveryCodes()),
    forgetDevices: () => run('forgetDevices', (methods) => methods.forgetDevices()),
    addPasskeys: () => run('addPasskeys', (methods) => methods.addPasskeys()),
  }
}
