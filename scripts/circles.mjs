/**
 * Finds the circles of a graph: the shortest way back for each node that can reach itself, unless a circle found before goes through it.
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph the nodes, and where each leads
 * @returns {string[][]} each circle as its nodes in order
 */
export function findCircles(graph) {
  /** @type {string[][]} */
  const circles = []
  const done = new Set()
  for (const node of graph.keys()) {
    if (done.has(node)) continue
    const circle = shortestWayBack(graph, node)
    if (!circle) continue
    circles.push(circle)
    for (const member of circle) done.add(member)
  }
  return circles
}

/**
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @param {string} start
 * @returns {string[] | undefined}
 */
function shortestWayBack(graph, start) {
  const ways = [[start]]
  const seen = new Set()
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return undefined
}
