import { useEffect } from 'react'
import { useSnapshot } from 'valtio/react'
import { addList, loadMessages, messageList, type MessageListState } from './message-list.ts'

/** The person's unread messages, read anew when a list appears on the page. */
export function useMessages(): MessageListState {
  useEffect(() => {
    void loadMessages()
    return addList()
  }, [])
  return useSnapshot(messageList).state
}
