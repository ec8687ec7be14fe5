/**
 * Chooses entries of a list by their names.
 *
 * @template {{ name: string }} T
 * @param {readonly T[]} list
 * @param {readonly string[]} names default: the whole list
 * @param {string} what an entry is called in the error
 * @returns {readonly T[]} in the order of the list
 * @throws {Error} with all names when one is unknown
 */
export function chooseByName(list, names, what) {
  const unknown = names.find((name) => !list.some((entry) => entry.name === name))
  if (unknown === undefined)
    return names.length === 0 ? list : list.filter(({ name }) => names.includes(name))
  const known = list.map(({ name }) => name).join(', ')
  throw new Error(`There is no ${what} "${unknown}". Choose from: ${known}`)
}
