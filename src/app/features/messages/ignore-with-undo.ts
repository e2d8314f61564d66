import { reportFailure } from '../../core/notices/report-failure.ts'
import { notify } from '../../core/notices/notices.ts'
import { ignoreMessages, readMessage, restoreMessages } from './message-list.ts'

/** Marks messages as read, and offers for a while to take that back. Never rejects. */
export async function ignoreWithUndo(ids: readonly string[], said: string, undo: string): Promise<void> {
  const [only] = ids
  try {
    await (ids.length === 1 && only !== undefined ? readMessage(only) : ignoreMessages(ids))
  } catch (error) {
    reportFailure(error)
    return
  }
  notify('success', said, { action: { label: undo, run: () => void restoreMessages(ids).catch(reportFailure) } })
}
