import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageList } from '../features/messages/MessageList.tsx'
import { TodoPanel } from '../features/todos/TodoPanel.tsx'

/** Unread messages and to-dos; `popup` stands in the place of the to-dos while it has something to show. */
export default function DesktopAside({ popup }: { popup: ReactNode }) {
  const { t } = useTranslation('shell')
  return (
    <>
      <section className="s-card" aria-labelledby="aside-messages">
        <h2 className="s-card__title" id="aside-messages">
          {t('aside.messages')}
        </h2>
        <MessageList />
      </section>
      {popup}
      <TodoPanel />
    </>
  )
}
