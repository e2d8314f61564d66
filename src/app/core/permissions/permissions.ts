import { createContext } from 'react'

interface CodeNode {
  code: string
  children: readonly CodeNode[]
}

/** Permission codes are words joined by this. */
const JOINT = '_'
const AREA = 'area'

/**
 * All codes of a permission tree. Codes whose second word is `area` (`base_area_unit`) count without it too (`base_unit`), so that one screen serves
 * schools and areas.
 */
export function permissionCodes(tree: readonly CodeNode[]): ReadonlySet<string> {
  const codes: string[] = []
  const waiting = [...tree]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    codes.push(node.code)
    waiting.push(...node.children)
  }
  return withAreaCodes(codes)
}

/** The codes, and those of areas without their second word. */
export function withAreaCodes(codes: readonly string[]): ReadonlySet<string> {
  const all = new Set(codes)
  for (const code of codes) {
    const [first, second, ...rest] = code.split(JOINT)
    if (second === AREA) all.add([first, ...rest].join(JOINT))
  }
  return all
}

export const PermissionContext = createContext<ReadonlySet<string>>(new Set())
