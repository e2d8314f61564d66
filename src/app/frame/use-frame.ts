import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { isOperatorsUnit } from '../../../contract/fields.ts'
import { pageOf } from '../../../contract/pages.ts'
import { withAreaCodes } from '../core/permissions/permissions.ts'
import { session } from '../core/session/session.ts'
import { useObservable } from '../core/state/use-observable.ts'
import { documentUnit } from '../core/tenant/unit.ts'
import { useWhenIdle } from '../core/timing/when-idle.ts'
import { useDesktopData } from '../features/desktop/desktop-store.ts'
import { useMenuLayout } from '../features/theme/theme-store.ts'
import { isPhone } from './header/header-layout.ts'
import { readPhoneSection } from './header/phone-section.ts'
import { useLayout, useWindowWidth } from './use-layout.ts'
import { useWholeFrame } from './use-whole-frame.ts'

/** From this width in CSS pixels on, the desktop has a column at its right. The same number is in frame.css. */
const ASIDE_FROM = 1180

export type FrameState = ReturnType<typeof useFrame>

export interface PageProps {
  readonly frame: FrameState
}

const STANDING_ALONE = ['bind', 'forgot-password', 'authorize', 'logout'] as const

/** The state of the frame, from the address, the window's width, the session and the chosen layout. */
export function useFrame() {
  const { pathname, search } = useLocation()
  const layout = useLayout()
  const width = useWindowWidth()
  const person = useFrameUser()
  const signedIn = useObservable(session).status === 'in'
  const menuLayout = useMenuLayout()
  const page = useMemo(() => pageOf(pathname), [pathname])
  const onDesktop = page?.kind === 'desktop' || page?.kind === 'home'
  /** The mobile form of the desktop's address is the phone's desktop in a wide window too. */
  const mobile = layout === 'mobile' || (page?.kind === 'desktop' && page.form === 'mobile')
  /** Pages between login and portal have a frame and a title of their own. */
  const standsAlone = page !== null && STANDING_ALONE.some((kind) => kind === page.kind)
  const phone = isPhone(width)
  const userOfPage = standsAlone ? null : person
  const isOperator = userOfPage !== null && isOperatorsUnit(userOfPage.unitType)
  const hasAside = onDesktop && !mobile && !isOperator
  const permissions = useMemo(() => withAreaCodes(person?.permissions ?? []), [person])
  const isAsideOpen = useWhenIdle(signedIn && hasAside && width >= ASIDE_FROM)
  const whole = useWholeFrame()
  const unit = documentUnit()
  const phoneSection = phone && onDesktop ? (isOperator ? 'desktop' : readPhoneSection(search)) : null
  const hasSideMenu = !phone && menuLayout === 'left'
  return useUnchanged({
    page,
    search,
    unit,
    person,
    /** Null on pages that stand alone. */
    user: userOfPage,
    /** The person's codes for the desktop and the settings. */
    permissions,
    signedIn,
    layout,
    mobile,
    phone,
    /** The section of the desktop on a phone. */
    phoneSection,
    onDesktop,
    standsAlone,
    hasSideMenu,
    hasAside,
    isAsideOpen,
    whole,
  })
}

/** The same object while nothing in it changes: with a new one every page is drawn again. */
function useUnchanged<T extends object>(now: T): T {
  const [before, setBefore] = useState(now)
  if (Object.entries(now).every(([key, value]) => Object.is(value, Reflect.get(before, key)))) return before
  setBefore(now)
  return now
}

/** The session's user; without an answer of the server the owner of the stored desktop. */
function useFrameUser(): SessionUser | null {
  const state = useObservable(session)
  const shown = useDesktopData()
  if (state.status === 'in') return state.user
  return state.status === 'out' ? null : (shown?.me ?? null)
}
