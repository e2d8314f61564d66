import { useEffect } from 'react'
import { useSnapshot } from 'valtio/react'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import zhCN from '../../locales/zh-CN/family.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { createObservable } from '../../core/state/observable.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'
import { family, loadFamily, type Family } from './family-store.ts'
import { familyOverview, loadOverview, type OverviewState } from './overview-store.ts'

// English is in the shell's own pack.
addTexts('zh-CN', 'family', zhCN)

/** The open dialog about a parent's children. */
export const familyDialog = createObservable<'choose' | 'overview' | null>(null)

/** The family of a parent, loaded when idle; null until it is known. */
export function useFamily({ userId, userType }: Pick<SessionUser, 'userId' | 'userType'>): Family | null {
  const online = useOnline()
  const { of } = useSnapshot(family)
  const known = of?.parentId === userId

  useEffect(() => {
    if (online && !known) void whenIdle().then(() => loadFamily({ userId, userType }))
  }, [online, known, userId, userType])

  return known ? of : null
}

/** The overview of a parent, loaded when a part of the page shows it and when the server is back. */
export function useOverview(parentId: string): OverviewState {
  const online = useOnline()
  useEffect(() => {
    if (online) void whenIdle().then(() => loadOverview(parentId))
  }, [online, parentId])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- held by ref: what comes back is the very object, not a frozen copy
  const state = useSnapshot(familyOverview).state as OverviewState
  return state.status === 'ready' && state.parentId !== parentId ? { status: 'loading' } : state
}
