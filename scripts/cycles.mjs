/**
 * Finds the cycles of a graph. Returns the shortest cycle through each node that can reach itself,
 * unless a cycle found earlier contains that node.
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph the nodes, and the nodes to which each
 *   leads
 * @returns {string[][]} the nodes of each cycle, in order
 */
export function findCycles(graph) {
  /** @type {string[][]} */
  const cycles = []
  const done = new Set()
  for (const node of graph.keys()) {
    if (done.has(node)) continue
    const cycle = shortestCycle(graph, node)
    if (!cycle) continue
    cycles.push(cycle)
    for (const member of cycle) done.add(member)
  }
  return cycles
}

/**
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @param {string} start
 * @returns {string[] | undefined}
 */
function shortestCycle(graph, start) {
  const paths = [[start]]
  const seen = new Set()
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? start) ?? []) {
      if (next === start) return path
      if (!seen.has(next)) paths.push([...path, next])
      seen.add(next)
    }
  }
  return undefined
}
