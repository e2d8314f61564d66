import { useQuery } from '@tanstack/react-query'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import zhCN from '../../locales/zh-CN/family.json'
import type { HomeChild } from '../../core/family/home-child.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { createObservable } from '../../core/state/observable.ts'
import { useWhenIdle } from '../../core/timing/when-idle.ts'
import { familyQuery, type Family } from './family-store.ts'

// The English texts are in the shell's pack.
addTexts('zh-CN', 'family', zhCN)

/** The open dialog about a parent's children. */
export const familyDialog = createObservable<'choose' | 'overview' | null>(null)

/** The child that the overview is about when it opens; null for the one that the desktop is narrowed to. */
export const overviewChild = createObservable<HomeChild | null>(null)

/** The family of a parent, loaded when idle; null until it is known. */
export function useFamily(user: Pick<SessionUser, 'userId' | 'userType'>): Family | null {
  return useQuery({ ...familyQuery(user), enabled: useWhenIdle(true) }).data ?? null
}
