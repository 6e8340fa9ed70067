/** From each node to those that it leads to. */
type Graph = ReadonlyMap<string, readonly string[]>

/**
 * For each node that lies on a circle with others, all nodes that it can reach and that can reach it (the strongly
 * connected components of more than one node, after Tarjan). One pass, and no recursion: a circle may be long.
 */
export function circlesIn(graph: Graph): Map<string, ReadonlySet<string>> {
  const walk: Walk = { graph, places: new Map(), lowest: new Map(), open: [], isOpen: new Set(), circles: new Map() }
  for (const node of graph.keys()) if (!walk.places.has(node)) walkFrom(node, walk)
  return walk.circles
}

interface Walk {
  readonly graph: Graph
  /** When each node was come to. */
  readonly places: Map<string, number>
  /** The earliest open node that can be reached from it, as far as is known. */
  readonly lowest: Map<string, number>
  /** Nodes whose component is not complete yet. */
  readonly open: string[]
  readonly isOpen: Set<string>
  readonly circles: Map<string, ReadonlySet<string>>
}

function walkFrom(start: string, walk: Walk): void {
  const path = [enter(start, walk)]
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const next = step.targets[step.done]
    if (next === undefined) {
      path.pop()
      leave(step.node, walk)
      const before = path.at(-1)
      if (before !== undefined) lower(before.node, walk.lowest.get(step.node), walk)
      continue
    }
    step.done += 1
    if (!walk.places.has(next)) path.push(enter(next, walk))
    else if (walk.isOpen.has(next)) lower(step.node, walk.places.get(next), walk)
  }
}

interface Step {
  readonly node: string
  readonly targets: readonly string[]
  done: number
}

function enter(node: string, { graph, places, lowest, open, isOpen }: Walk): Step {
  lowest.set(node, places.size)
  places.set(node, places.size)
  open.push(node)
  isOpen.add(node)
  return { node, targets: graph.get(node) ?? [], done: 0 }
}

/** A node that reaches nothing earlier than itself completes a component: it and all that was opened since. */
function leave(node: string, { places, lowest, open, isOpen, circles }: Walk): void {
  if (lowest.get(node) !== places.get(node)) return
  const circle = new Set(open.splice(open.lastIndexOf(node)))
  for (const member of circle) {
    isOpen.delete(member)
    if (circle.size > 1) circles.set(member, circle)
  }
}

function lower(node: string, place: number | undefined, { lowest }: Walk): void {
  if (place !== undefined && place < (lowest.get(node) ?? place)) lowest.set(node, place)
}
