import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { HomeMessages, HomeTodos } from './HomeLists.tsx'

/** Unread messages and to-dos; `popup` stands in the place of the to-dos while it has something to show. */
export default function DesktopAside({ user, popup }: { user: SessionUser; popup: ReactNode }) {
  const { t } = useTranslation('shell')
  return (
    <>
      <section className="s-card" aria-labelledby="aside-messages">
        <h2 className="s-card__title" id="aside-messages">
          {t('aside.messages')}
        </h2>
        <HomeMessages user={user} />
      </section>
      {popup}
      <HomeTodos user={user} />
    </>
  )
}
