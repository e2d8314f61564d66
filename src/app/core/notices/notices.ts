import { proxy } from 'valtio/vanilla'
import { NOTICE_DURATION } from '../../../../contract/limits.ts'

export type NoticeKind = 'success' | 'info' | 'warning' | 'error'

export interface Notice {
  id: number
  kind: NoticeKind
  title: string | null
  text: string
  action: { label: string; run: () => void } | null
  duration: number
  /** It lets the pointer through to what it covers. */
  isInert: boolean
}

export const notices = proxy<{ list: Notice[] }>({ list: [] })

/** Milliseconds: long enough to read, find and press an undo. */
const ACTION_DURATION = 8000
let lastId = 0

/** Shows a notice; returns its id. The same text shown again replaces the earlier one. */
export function notify(
  kind: NoticeKind,
  text: string,
  options: { title?: string; action?: { label: string; run: () => void }; duration?: number; isInert?: boolean } = {},
): number {
  lastId += 1
  const notice: Notice = {
    id: lastId,
    kind,
    text,
    title: options.title ?? null,
    action: options.action ?? null,
    duration: options.duration ?? (options.action ? ACTION_DURATION : NOTICE_DURATION),
    isInert: options.isInert ?? false,
  }
  notices.list = [...notices.list.filter((other) => other.text !== text || other.kind !== kind), notice]
  return notice.id
}

/** Removes a notice, if it is still there. */
export function dismissNotice(id: number): void {
  notices.list = notices.list.filter((notice) => notice.id !== id)
}
