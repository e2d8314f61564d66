import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import type { UserType } from '../../../../../contract/endpoint.ts'
import { isOperatorsUnit } from '../../../../../contract/fields.ts'
import type { PermissionCode } from '../../../../../contract/permissions.ts'
import { MESSAGES_FRAGMENT } from '../../../core/session/home-path.ts'

/** A page of the settings or of an application, or something that is done there, that the search finds by its names. */
export interface Place {
  /** The query of the settings, the fragment of an application, a page outside the frame, or a tool of the frame. */
  readonly at:
    | { readonly settings: string }
    | { readonly application: string; readonly fragment: string }
    | { readonly page: string }
    | { readonly tool: PlaceTool }
  /** What is pressed or shown there, by the `data-action` of its element. */
  readonly action?: string
  readonly chinese: string
  /** The syllables of the Chinese name, separated by spaces. */
  readonly pinyin: string
  readonly english: string
  /** What else people look for there, in either language, separated by commas; Chinese also in pinyin. */
  readonly words?: string
  /** It is found by holders of one of these; by all people without any. */
  readonly codes?: readonly PermissionCode[]
  /** It is found by users of these types; by all without any. */
  readonly userTypes?: readonly UserType[]
}

/** What the frame does from everywhere, by the keys of its tools where it has one. */
export type PlaceTool = 'todos' | 'voice' | 'child' | 'children' | 'role' | 'fullscreen' | 'downloads' | 'arrange'

/** What the frame does for this user. */
export type PlaceTools = Readonly<Partial<Record<PlaceTool, () => void>>>

/** Pages of the administration that the operators' unit has; all others are about a school. */
const OPERATORS_PAGES = /^#\/(?:(?:units|operators|trail)(?:\/.*)?|sign-in(?:\/protection)?)$/

/** Whether a user finds a place. `applications`: the codes of those in the user's menu. */
export function isFoundBy(
  { at, codes, userTypes }: Place,
  {
    user,
    held,
    applications,
    tools,
  }: {
    user: Pick<SessionUser, 'userType' | 'unitType' | 'permissions'>
    held: ReadonlySet<string>
    applications: ReadonlySet<string>
    tools: PlaceTools
  },
): boolean {
  // The right to write to own classes is among the user's codes while the user teaches one.
  const holds = (code: PermissionCode) =>
    held.has(code) && (code !== 'message_classes' || user.permissions.includes(code))
  if (codes && !codes.some(holds)) return false
  if (userTypes && !userTypes.includes(user.userType)) return false
  if ('tool' in at) return tools[at.tool] !== undefined
  if (!('application' in at)) return true
  const { application, fragment } = at
  if (application === 'administration' && isOperatorsUnit(user.unitType) && !OPERATORS_PAGES.test(fragment))
    return false
  return applications.has(application) || fragment.startsWith(MESSAGES_FRAGMENT)
}
