import { createContext, type MouseEvent } from 'react'
import type { Icon } from '../../../../contract/endpoints/desktop.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { Theme } from '../../../../contract/rules/themes.ts'

/** What every entry of a menu needs. */
export interface MenuContextValue {
  readonly language: Language
  readonly theme: Theme | null
  /** Whether pictures are asked for by now. */
  readonly pictured: boolean
  /** Code of the application that is open, or null. */
  readonly current: string | null
  readonly pathOf: (icon: Icon) => string
  /** Goes where the link leads without leaving the portal. */
  readonly follow: (event: MouseEvent<HTMLAnchorElement>, icon: Icon) => void
}

export const MenuContext = createContext<MenuContextValue>({
  language: 'zh-CN',
  theme: null,
  pictured: false,
  current: null,
  pathOf: () => '/',
  follow: () => {},
})
