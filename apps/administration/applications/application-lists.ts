import type { Application } from '../../../contract/endpoints/applications/applications.ts'
import type { DesktopOrder } from '../../../contract/endpoints/desktop/desktop-order.ts'
import { GROUP_CODES, type GroupCode } from '../../../contract/endpoints/desktop/desktop.ts'
import { arrangeIcons } from '../../../contract/rules/desktop/arrange-icons.ts'

export type UserType = Application['madeFor'][number]
export const USER_TYPES = [1, 2, 3, 4] as const

/** A group of the desktop, or a folder, with its applications in their order. */
export interface ApplicationList {
  readonly key: string
  readonly group: GroupCode | null
  readonly folder: Application | null
  readonly applications: readonly Application[]
}

/** The groups that are not empty, each followed by its folders. */
export function listsOf(all: readonly Application[]): ApplicationList[] {
  return GROUP_CODES.flatMap((group) => {
    const own = all.filter((one) => one.group === group)
    if (own.length === 0) return []
    const folders = own
      .filter(({ opens }) => opens.kind === 'folder')
      .map((folder) => ({
        key: folder.code,
        group: null,
        folder,
        applications: all.filter((one) => one.folder === folder.code),
      }))
    return [
      { key: group, group, folder: null, applications: own },
      ...folders.filter(({ applications }) => applications.length > 0),
    ]
  })
}

/** All applications after those of a list were sorted. */
export function sortedBy(all: readonly Application[], codes: readonly string[]): Application[] {
  const waiting = codes.flatMap((code) => all.find((one) => one.code === code) ?? [])
  return all.map((one) => (codes.includes(one.code) ? (waiting.shift() ?? one) : one))
}

/** The desktop that people of a type begin with, as far as their roles and classes do not change it; with its empty groups. */
export function desktopOf(
  all: readonly Application[],
  userType: UserType,
  order: DesktopOrder,
): { code: GroupCode; iconVMs: Application[] }[] {
  const shown = all.filter(
    ({ on, madeFor, audience: { userTypes } }) =>
      on && madeFor.includes(userType) && (userTypes.length === 0 || userTypes.includes(userType)),
  )
  const groups = GROUP_CODES.map((code) => ({ code, iconVMs: shown.filter(({ group }) => group === code) }))
  const arranged = arrangeIcons(groups, order)
  return GROUP_CODES.map((code) => arranged.find((group) => group.code === code) ?? { code, iconVMs: [] })
}

/** The order after an application was put at the end of another group. */
export function movedTo(order: DesktopOrder, app: string, to: GroupCode): DesktopOrder {
  return order.map(({ code, codes }) => {
    const others = codes.filter((one) => one !== app)
    return { code, codes: code === to ? [...others, app] : others }
  })
}
