import * as z from 'zod/mini'
import { createObservable } from '../state/observable.ts'
import { HOME_CHILD as KEY } from '../storage/home-marks.ts'
import { mayKeep, tryStorage } from '../storage/local-keys.ts'

/** A child on a parent's desktop; `account` is that of the linked school, null for the own one. */
export interface HomeChild {
  readonly account: string | null
  readonly id: string
}

const stored = z.object({ userId: z.string(), account: z.nullable(z.string()), id: z.string() })

/** The child to which a parent's desktop is narrowed; null for all. Kept for the session of this window. */
export const homeChild = createObservable<HomeChild | null>(null)

/** Narrows the desktop of a user, and keeps that. */
export function chooseHomeChild(userId: string, child: HomeChild | null): void {
  const { current } = homeChild
  if (current?.id === child?.id && current?.account === child?.account) return
  homeChild.set(child)
  tryStorage(() => {
    if (child === null) sessionStorage.removeItem(KEY)
    else if (mayKeep()) sessionStorage.setItem(KEY, JSON.stringify({ userId, ...child }))
  })
}

let restoredFor: string | null = null

/** Narrows the desktop as it was before this page was loaded, unless that was another user's. */
export function restoreHomeChild(userId: string): void {
  if (restoredFor === userId) return
  restoredFor = userId
  const kept = tryStorage(() => z.parse(stored, JSON.parse(sessionStorage.getItem(KEY) ?? '')))
  homeChild.set(kept?.userId === userId ? { account: kept.account, id: kept.id } : null)
}
