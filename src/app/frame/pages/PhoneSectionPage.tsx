import { useTranslation } from 'react-i18next'
import { PARENT } from '../../../../contract/fields.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import HomeChips from '../../features/family/HomeChips.tsx'
import { HomeMessages, HomeMessageTools, HomeTodos } from '../desktop/HomeLists.tsx'

/** A phone's page of unread messages or to-dos. */
export default function PhoneSectionPage({ section, user }: { section: 'messages' | 'todos'; user: SessionUser }) {
  const { t } = useTranslation('shell')
  return (
    <div className="s-section">
      <h1>{t(section === 'messages' ? 'aside.messages' : 'header.todos')}</h1>
      {/* The lists are narrowed as the desktop is. */}
      {user.userType === PARENT && (
        <div className="d-chips">
          <HomeChips user={user} />
        </div>
      )}
      {section === 'messages' ? (
        <>
          <div className="s-section__tools">
            <HomeMessageTools user={user} />
          </div>
          <div className="s-card">
            <HomeMessages user={user} titleAs="h2" />
          </div>
        </>
      ) : (
        <HomeTodos user={user} />
      )}
    </div>
  )
}
