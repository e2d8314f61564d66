import { useTranslation } from 'react-i18next'
import { MessageList } from '../features/messages/MessageList.tsx'
import { TodoPanel } from '../features/todos/TodoPanel.tsx'

export default function DesktopAside() {
  const { t } = useTranslation('shell')
  return (
    <>
      <section className="s-card" aria-labelledby="aside-messages">
        <h2 className="s-card__title" id="aside-messages">
          {t('aside.messages')}
        </h2>
        <MessageList />
      </section>
      <TodoPanel />
    </>
  )
}
