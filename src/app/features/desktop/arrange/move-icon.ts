import { GROUP_CODES, type GroupCode, type IconGroups } from '../../../../../contract/endpoints/desktop/desktop.ts'

/** A position among the icons: the group, and the number of icons before it there. */
export interface Slot {
  readonly group: GroupCode
  readonly index: number
}

/** Null for an icon that is in no group. */
export function slotOf(groups: IconGroups, code: string): Slot | null {
  for (const { code: group, iconVMs } of groups) {
    const index = iconVMs.findIndex((icon) => icon.code === code)
    if (index >= 0) return { group, index }
  }
  return null
}

/** The groups with one icon in another slot. Unchanged groups stay the same objects, and so does the whole when nothing changes. */
export function moveIcon(groups: IconGroups, code: string, { group: to, index }: Slot): IconGroups {
  const from = slotOf(groups, code)
  const icon = groups.flatMap(({ iconVMs }) => iconVMs).find((one) => one.code === code)
  if (!from || !icon || (from.group === to && from.index === index)) return groups
  const known = groups.some((group) => group.code === to) ? groups : withGroup(groups, to)
  return known.map((group) => {
    if (group.code !== from.group && group.code !== to) return group
    const others = group.iconVMs.filter((one) => one !== icon)
    return { code: group.code, iconVMs: group.code === to ? others.toSpliced(index, 0, icon) : others }
  })
}

function withGroup(groups: IconGroups, code: GroupCode): IconGroups {
  return GROUP_CODES.flatMap((one) => {
    const group = groups.find((other) => other.code === one)
    return group ?? (one === code ? [{ code, iconVMs: [] }] : [])
  })
}
