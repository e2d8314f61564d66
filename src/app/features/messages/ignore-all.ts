import * as messages from '../../../../contract/endpoints/messages/messages.ts'
import { call } from '../../core/api/call.ts'
import { renewLists } from '../../core/answers/send-answer.ts'
import { notify } from '../../core/notices/notices.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { takeAway } from './message-list.ts'

/** Messages of one account; `account` is null for the signed-in one. */
export interface MessagesOf {
  readonly account: string | null
  readonly ids: readonly string[]
}

/** Marks messages of several accounts as read, says so and offers an undo. An account that fails keeps its own. Never rejects. */
export async function ignoreAllWithUndo(
  groups: readonly MessagesOf[],
  said: (count: number) => string,
  undo: string,
): Promise<void> {
  const done: MessagesOf[] = []
  for (const group of groups) {
    const { account, ids } = group
    if (ids.length === 0) continue
    const tell = () => call(messages.ignoreAll, { desktopMessageIds: [...ids] }, { account })
    try {
      // oxlint-disable-next-line no-await-in-loop -- the schools' lists are renewed one after the other
      await (account === null ? takeAway(ids, tell) : tell().then(renewLists))
      done.push(group)
    } catch (error) {
      reportFailure(error)
    }
  }
  if (done.length === 0) return
  const count = done.reduce((sum, { ids }) => sum + ids.length, 0)
  notify('success', said(count), { action: { label: undo, run: () => void restoreAll(done).catch(reportFailure) } })
}

async function restoreAll(groups: readonly MessagesOf[]): Promise<void> {
  try {
    await Promise.all(
      groups.map(({ account, ids }) => call(messages.restore, { desktopMessageIds: [...ids] }, { account })),
    )
  } finally {
    await renewLists()
  }
}
