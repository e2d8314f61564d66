import type { PermissionEntry } from '../../../contract/endpoints/people/unit-roles.ts'

export interface PermissionNode extends PermissionEntry {
  readonly children: readonly PermissionNode[]
}

/** The entries as a tree, in their order. One without its parent stands at the top. */
export function treeOf(entries: readonly PermissionEntry[]): PermissionNode[] {
  const known = new Set(entries.map(({ code }) => code))
  const below = (parent: string | null): PermissionNode[] =>
    entries
      .filter(({ parentCode }) => (parentCode !== null && known.has(parentCode) ? parentCode : null) === parent)
      .map((entry) => ({ ...entry, children: below(entry.code) }))
  return below(null)
}

/** All that permit something themselves: the node and those below it. */
function permitting(node: PermissionNode): PermissionNode[] {
  return [...(node.group ? [] : [node]), ...node.children.flatMap(permitting)]
}

/** The entries without groups that hold no permission together, also not by groups in them. */
export function withoutEmptyGroups(entries: readonly PermissionEntry[]): PermissionEntry[] {
  const filled = new Set(
    treeOf(entries)
      .flatMap(nodesOf)
      .filter((node) => permitting(node).length > 0)
      .map(({ code }) => code),
  )
  return entries.filter(({ code }) => filled.has(code))
}

/** A node with all below it. */
export const nodesOf = (node: PermissionNode): PermissionNode[] => [node, ...node.children.flatMap(nodesOf)]

export type Chosen = 'all' | 'some' | 'none'

/** Of a node that permits something whether it is chosen itself; of a group how many of those below are. */
export function chosenOf(node: PermissionNode, codes: ReadonlySet<string>): Chosen {
  if (!node.group) return codes.has(node.code) ? 'all' : 'none'
  const own = permitting(node)
  const count = own.filter(({ code }) => codes.has(code)).length
  return count === 0 ? 'none' : count === own.length ? 'all' : 'some'
}

/**
 * The codes after a node was chosen or not, with all below it. What is chosen needs what it stands in: without an application there is no button of it. Codes
 * that the caller does not hold stay as they are.
 */
export function choose(
  tree: readonly PermissionNode[],
  codes: ReadonlySet<string>,
  node: PermissionNode,
  on: boolean,
): Set<string> {
  const result = new Set(codes)
  for (const { code } of permitting(node).filter(({ held }) => held)) {
    if (on) result.add(code)
    else result.delete(code)
  }
  if (on) for (const parent of pathTo(tree, node.code) ?? []) if (!parent.group && parent.held) result.add(parent.code)
  return result
}

/** The nodes above a code, or undefined where the tree does not have it. */
function pathTo(tree: readonly PermissionNode[], code: string): PermissionNode[] | undefined {
  for (const node of tree) {
    if (node.code === code) return []
    const path = pathTo(node.children, code)
    if (path) return [node, ...path]
  }
  return undefined
}

/** The nodes whose text has the words, with what is above and below them. */
export function found(
  tree: readonly PermissionNode[],
  query: string,
  textOf: (node: PermissionNode) => string,
): PermissionNode[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (node: PermissionNode) => words.every((word) => textOf(node).toLowerCase().includes(word))
  const cut = (node: PermissionNode): PermissionNode[] => {
    if (fits(node)) return [node]
    const children = node.children.flatMap(cut)
    return children.length > 0 ? [{ ...node, children }] : []
  }
  return tree.flatMap(cut)
}
