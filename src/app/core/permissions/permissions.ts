import { createContext, use } from 'react'

interface CodeNode {
  code: string
  children: readonly CodeNode[]
}

/** Permission codes are words joined by this. */
const JOINT = '_'
const AREA = 'area'

/**
 * All codes of a permission tree. Codes whose second word is `area` (`base_area_user`) count without it too (`base_user`), so that one screen serves
 * schools and areas.
 */
export function permissionCodes(tree: readonly CodeNode[]): ReadonlySet<string> {
  const codes = new Set<string>()
  const waiting = [...tree]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const [first, second, ...rest] = node.code.split(JOINT)
    codes.add(node.code)
    if (second === AREA) codes.add([first, ...rest].join(JOINT))
    waiting.push(...node.children)
  }
  return codes
}

export const PermissionContext = createContext<ReadonlySet<string>>(new Set())

/** Whether the user has this code, or all of these. Hiding is only a courtesy: the server checks. */
export function usePermitted(codes: string | readonly string[]): boolean {
  const granted = use(PermissionContext)
  return (typeof codes === 'string' ? [codes] : codes).every((code) => granted.has(code))
}
