import { useTranslation } from 'react-i18next'
import { MessageList } from '../features/messages/MessageList.tsx'
import { MessageTools } from '../features/messages/MessageTools.tsx'
import { TodoPanel } from '../features/todos/TodoPanel.tsx'

/** A phone's page of unread messages or to-dos. */
export default function PhoneSectionPage({ section }: { section: 'messages' | 'todos' }) {
  const { t } = useTranslation('shell')
  return (
    <div className="s-section">
      <h1>{t(section === 'messages' ? 'aside.messages' : 'header.todos')}</h1>
      {section === 'messages' ? (
        <>
          <div className="s-section__tools">
            <MessageTools />
          </div>
          <div className="s-card">
            <MessageList />
          </div>
        </>
      ) : (
        <TodoPanel />
      )}
    </div>
  )
}
