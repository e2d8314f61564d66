import * as messages from '../../../../contract/endpoints/messages/messages.ts'
import type { Message } from '../../../../contract/endpoints/messages/messages.ts'
import { keepResponses } from '../../core/query/kept-responses.ts'
import { unreadQuery } from './message-list.ts'

/** The lists of unread messages on this device: the user's, and those about a child. */
export const keptMessages = keepResponses<readonly Message[]>({
  name: 'messages',
  schema: messages.unread.response,
  keyOf: (child) => unreadQuery(child ?? undefined).queryKey,
})
