import * as messages from '../../../../contract/endpoints/messages/messages.ts'
import { call } from '../../core/api/call.ts'
import { renewLists } from '../../core/answers/send-answer.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { takeAway } from './message-list.ts'

/** Messages of one account; `account` is null for the signed-in one. */
export interface MessagesOf {
  readonly account: string | null
  readonly ids: readonly string[]
}

/** Marks messages of several accounts as read; resolves to those for which that was done. An account that fails keeps its own, and a notice says why. */
export async function ignoreAll(groups: readonly MessagesOf[]): Promise<MessagesOf[]> {
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
  return done
}

/** Makes them unread again. Rejects on failure. */
export async function restoreAll(groups: readonly MessagesOf[]): Promise<void> {
  try {
    await Promise.all(
      groups.map(({ account, ids }) => call(messages.restore, { desktopMessageIds: [...ids] }, { account })),
    )
  } finally {
    await renewLists()
  }
}
