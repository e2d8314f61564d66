import { reportFailure } from '../../../core/notices/report-failure.ts'
import { proxy, snapshot, type Snapshot } from 'valtio/vanilla'
import * as z from 'zod/mini'
import * as desktopOrder from '../../../../../contract/endpoints/desktop/desktop-order.ts'
import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import { orderOf } from '../../../../../contract/rules/desktop/arrange-icons.ts'
import { CallError } from '../../../core/api/call-error.ts'
import { call } from '../../../core/api/call.ts'
import { notify } from '../../../core/notices/notices.ts'
import { i18n } from '../../../core/language/i18n.ts'
import { desktopState, loadDesktop, showOrder } from '../desktop-store.ts'
import { persistStore, type PersistedStore } from '../../../core/storage/persist-store.ts'

type Order = desktopOrder.DesktopOrder

export const pending = proxy<{ order: Order | null }>({ order: null })

let kept: { userId: string; store: PersistedStore } | undefined

/** Resolves once what an earlier visit could not save is in `pending`. */
export function keepPending(userId: string): Promise<void> {
  if (kept?.userId !== userId) {
    void kept?.store.stop()
    pending.order = null
    kept = {
      userId,
      store: persistStore(pending, {
        key: { userId, name: 'desktopOrder' },
        version: 1,
        schema: z.object({ order: z.nullable(desktopOrder.desktopOrder) }),
        select: ({ order }) => ({ order: copyOf(order) }),
        restore: (store, { order }) => {
          // An order from this visit is newer.
          store.order ??= order
        },
      }),
    }
  }
  return kept.store.ready
}

let sending: Promise<void> = Promise.resolve()

/** The order of the icons on the screen. */
function shownOrder(): Order {
  const state = desktopState()
  return 'data' in state ? orderOf(state.data.icons) : []
}

/** Shows icons in a new order at once and saves it. If it is refused, the old order returns; without a network it is saved later. */
export async function changeOrder(order: Order): Promise<void> {
  const before = shownOrder()
  showOrder(order)
  pending.order = shownOrder()
  await save(before)
}

/** Saves an order that could not be saved before, once the server can be reached. */
export async function savePending(): Promise<void> {
  const order = pendingOrder()
  if (order === null) return
  showOrder(order)
  await save(null)
}

/** Saves what is pending. `before`: the order that returns where this one is refused or undone; null for one of an earlier visit. */
async function save(before: Order | null): Promise<void> {
  const undo = before ? { action: { label: text('undo'), run: () => void changeOrder(before) } } : {}
  try {
    await send()
    // A later order is already pending and reports for all.
    if (pending.order === null) notify('success', text('orderSaved'), undo)
  } catch (error) {
    if (isOffline(error)) {
      if (before) notify('info', text('orderKept'), undo)
      return
    }
    // It would be refused again.
    pending.order = null
    if (before) showOrder(before)
    reportFailure(error)
  }
}

/** A plain copy of what is pending. */
function pendingOrder(): Order | null {
  return copyOf(snapshot(pending).order)
}

function copyOf(order: Snapshot<Order> | null): Order | null {
  return order && order.map(({ code, codes }) => ({ code, codes: [...codes] }))
}

/** Sends unsaved orders one after the other. */
function send(): Promise<void> {
  const turn = sending
    .catch(() => {})
    .then(async () => {
      const groups = pendingOrder()
      if (groups === null) return
      await call(desktopOrder.saveOrder, { groups })
      if (isSame(pendingOrder(), groups)) pending.order = null
    })
  sending = turn
  return turn
}

/** Returns to the school's order, which only the server has. */
export async function resetOrder(me: SessionUser): Promise<void> {
  const before = shownOrder()
  try {
    await call(desktopOrder.resetOrder, {})
    pending.order = null
    await loadDesktop(me)
    notify('success', text('orderReset'), {
      action: { label: text('undo'), run: () => void changeOrder(before) },
    })
  } catch (error) {
    reportFailure(error)
  }
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isOffline(error: unknown): boolean {
  return error instanceof CallError && (error.failure.kind === 'network' || error.failure.kind === 'timeout')
}

function text(key: 'undo' | 'orderSaved' | 'orderKept' | 'orderReset'): string {
  return i18n.t(`desktop:${key}`)
}
