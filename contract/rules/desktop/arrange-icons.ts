import type { DesktopOrder } from '../../endpoints/desktop/desktop-order.ts'
import { GROUP_CODES, type GroupCode } from '../../endpoints/desktop/desktop.ts'

interface Group<Icon> {
  code: GroupCode
  iconVMs: Icon[]
}

/**
 * Icons in a user's own order: each in the group where they put it. Unknown codes are skipped, a repeated code counts once, and icons missing in the
 * order follow at the end of their own group. Groups keep the contract's order; empty ones are left out.
 */
export function arrangeIcons<Icon extends { readonly code: string }>(
  groups: readonly Group<Icon>[],
  order: DesktopOrder,
): Group<Icon>[] {
  const left = new Map<string, Icon>()
  for (const { iconVMs } of groups) for (const icon of iconVMs) left.set(icon.code, icon)
  const take = (code: string): Icon[] => {
    const icon = left.get(code)
    left.delete(code)
    return icon ? [icon] : []
  }
  const placed = new Map<string, Icon[]>()
  for (const { code, codes } of order) placed.set(code, [...(placed.get(code) ?? []), ...codes.flatMap(take)])
  return GROUP_CODES.flatMap((code) => {
    const others = groups.filter((group) => group.code === code).flatMap(({ iconVMs }) => iconVMs)
    const iconVMs = [...(placed.get(code) ?? []), ...others.filter((icon) => left.has(icon.code))]
    return iconVMs.length > 0 ? [{ code, iconVMs }] : []
  })
}

export function orderOf(groups: readonly Group<{ readonly code: string }>[]): DesktopOrder {
  return groups.map(({ code, iconVMs }) => ({ code, codes: iconVMs.map((icon) => icon.code) }))
}
