import './account.css'
import '../../ui/layout/page.css'
import { PARENT, PUPIL, TEACHER } from '../../../../contract/fields.ts'
import deviceNames from '../../../../contract/locales/zh-CN/deviceNames.json'
import account from '../../locales/zh-CN/account.json'
import externalAccount from '../../locales/zh-CN/externalAccount.json'
import protection from '../../locales/zh-CN/protection.json'
import { addTexts } from '../../core/language/i18n.ts'
import { ownSessions, ownSignInEvents } from '../../../../contract/endpoints/account.ts'
import { call } from '../../core/api/call.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { SmallPicture } from './picture/use-chosen-picture.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ActivityList } from './ActivityList.tsx'
import { ApplicationList } from './ApplicationList.tsx'
import { ContactCard } from './contact/ContactCard.tsx'
import { DeviceList } from './devices/DeviceList.tsx'
import { IdentityList } from './IdentityList.tsx'
import { OwnAccounts } from './own/OwnAccounts.tsx'
import { PasskeyList } from './passkeys/PasskeyList.tsx'
import { LinkedSchools } from './schools/LinkedSchools.tsx'
import { SecondStep } from './second-step/SecondStep.tsx'
import { PictureCard } from './picture/PictureCard.tsx'
import { PasswordSection } from './password/PasswordSection.tsx'

// The English texts are in the shell's pack.
addTexts('zh-CN', 'account', { ...account, ...deviceNames })
addTexts('zh-CN', 'protection', protection)
addTexts('zh-CN', 'externalAccount', externalAccount)

/** The user's devices and what happened to the account lately: both change together. */
const accountQuery = queryOptions({
  queryKey: [ownSessions.name, ownSignInEvents.name],
  queryFn: async ({ signal }) => {
    const [sessions, events] = await Promise.all([
      call(ownSessions, {}, { signal }),
      call(ownSignInEvents, {}, { signal }),
    ])
    return { sessions, events }
  },
})

export default function AccountPage({
  user,
  sendPicture,
}: {
  user: Pick<SessionUser, 'userId' | 'userType' | 'loginName' | 'userImgPath' | 'sex'>
  sendPicture: (picture: SmallPicture) => Promise<unknown>
}) {
  const { t } = useTranslation('account')
  const query = useQuery(accountQuery)
  const { loginName, userImgPath, sex } = user

  return (
    <div className="k-page a-page">
      <PageHeader title={t('title')} hint={t('hint')} />
      <Loaded query={query} text={{ offlineHint: t('offlineHint'), safe: t('safe') }}>
        {({ sessions, events }) => (
          <>
            <PictureCard picture={userImgPath} sex={sex} isPupil={user.userType === PUPIL} send={sendPicture} />
            <ContactCard />
            {(user.userType === PARENT || user.userType === TEACHER) && <OwnAccounts user={user} />}
            {user.userType === PARENT && <LinkedSchools user={user} />}
            <DeviceList sessions={sessions} />
            <PasswordSection loginName={loginName} />
            <PasskeyList />
            <SecondStep />
            <ApplicationList />
            <IdentityList />
            <ActivityList events={events} />
          </>
        )}
      </Loaded>
    </div>
  )
}
