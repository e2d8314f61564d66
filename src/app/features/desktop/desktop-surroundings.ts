import type { ReactNode } from 'react'
import type { Icon } from '../../../../contract/endpoints/desktop.ts'
import type { Theme } from '../../../../contract/rules/themes.ts'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'

/** What the desktop needs of its surroundings to do more than show icons. */
export interface DesktopSurroundings {
  readonly person: Pick<SessionUser, 'userId' | 'userType' | 'unitId'>
  readonly mobile: boolean
  readonly online: boolean
  readonly theme: Theme | null
  /** Somebody opens an application of another site; those of the portal say so themselves. */
  readonly onLeave: (icon: Icon) => void
  /** What stands at the right of the greeting, beside the way to arrange. */
  readonly beside?: ReactNode
}
