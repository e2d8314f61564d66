import type { Tx } from '../../db/database.ts'
import { message, messageRecipient } from '../../db/schema/portal.ts'
import { announce } from '../live/live.ts'

/** What an application tells people by itself. */
export interface SentMessage {
  readonly unitId: string
  /** The application's code. */
  readonly module: string
  readonly body: string
  readonly importance: number
  readonly url: string
  /** To whom; `studentId` where it is about a parent's child. */
  readonly to: readonly { readonly userId: string; readonly studentId: string | null }[]
}

/** Sends a message once this transaction is committed; whoever is connected sees it at once. */
export async function sendMessage(tx: Tx, { to, ...content }: SentMessage): Promise<void> {
  if (to.length === 0) return
  const { unitId } = content
  const [written] = await tx.insert(message).values(content).returning({ messageId: message.messageId })
  if (!written) throw new Error('the message was not written')
  const { messageId } = written
  await tx.insert(messageRecipient).values(to.map((person) => ({ unitId, messageId, ...person })))
  await announce(tx, { unitId, to: to.map(({ userId }) => userId), kind: 'messages' })
}
