import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Sends a signal to every process of a group.
 *
 * @param {number | undefined} group the id of the process that leads it; undefined when it was
 *   never started
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether a process received it
 */
export function signalGroup(group, signal) {
  if (group === undefined) return false
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/**
 * Says whether a process of the group is still running.
 *
 * @param {number | undefined} group
 * @returns {boolean}
 */
export function isGroupAlive(group) {
  return signalGroup(group, 0) && !isGroupOfZombies(group)
}

/**
 * Waits until the last process of a group has ended.
 *
 * @param {number | undefined} group
 * @param {number} withinMs
 * @returns {Promise<boolean>} false when one is still running after that time
 */
export async function isGroupGone(group, withinMs) {
  const deadline = Date.now() + withinMs
  while (isGroupAlive(group)) {
    if (Date.now() > deadline) return false
    await delay(20)
  }
  return true
}

/**
 * Says whether only zombies are left. In a container whose init process does not reap children, a
 * process that ended stays listed: it accepts signals, but it is dead.
 *
 * @param {number | undefined} group
 */
function isGroupOfZombies(group) {
  if (process.platform !== 'linux') return false
  const members = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readState)
    .filter((state) => state?.group === group)
  return members.every((state) => state?.letter === 'Z')
}

/** @param {string} pid */
function readState(pid) {
  try {
    // The program's name, in parentheses, may contain any character. It is followed by the state,
    // the parent and the group.
    const [letter, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { letter, group: Number(group) }
  } catch {
    return undefined
  }
}
