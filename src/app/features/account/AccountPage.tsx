import './account.css'
import account from '../../locales/zh-CN/account.ts'
import externalAccount from '../../locales/zh-CN/external-account.ts'
import protection from '../../locales/zh-CN/protection.ts'
import { addTexts } from '../../core/language/i18n.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { SmallPicture } from './picture/use-chosen-picture.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useTranslation } from 'react-i18next'
import { ownSessions, ownSignInEvents } from '../../../../contract/endpoints/account.ts'
import { call } from '../../core/api/call.ts'
import { QueryPage } from '../../ui/layout/QueryPage.tsx'
import { useQuery } from '../../core/state/use-query.ts'
import { ActivityList } from './ActivityList.tsx'
import { ApplicationList } from './ApplicationList.tsx'
import { DeviceList } from './devices/DeviceList.tsx'
import { IdentityList } from './IdentityList.tsx'
import { PasskeyList } from './passkeys/PasskeyList.tsx'
import { SecondStep } from './second-step/SecondStep.tsx'
import { PictureCard } from './picture/PictureCard.tsx'
import { PasswordSection } from './password/PasswordSection.tsx'

// English is in the shell's own pack.
addTexts('zh-CN', 'account', account)
addTexts('zh-CN', 'protection', protection)
addTexts('zh-CN', 'externalAccount', externalAccount)

export default function AccountPage({
  user: { loginName, userImgPath, sex },
  sendPicture,
}: {
  user: Pick<SessionUser, 'loginName' | 'userImgPath' | 'sex'>
  sendPicture: (picture: SmallPicture) => Promise<unknown>
}) {
  const online = useOnline()
  const { t } = useTranslation('account')
  const { query, reload, retry } = useQuery(online, readAccount)
  const renew = () => reload().catch(reportFailure)

  return (
    <QueryPage text={(key) => t(key)} query={query} lines={8} onRetry={retry}>
      {({ sessions, events }) => (
        <>
          <PictureCard picture={userImgPath} sex={sex} send={sendPicture} />
          <DeviceList sessions={sessions} onEnded={renew} />
          <PasswordSection loginName={loginName} onChanged={() => void renew()} />
          <PasskeyList onChanged={() => void renew()} />
          <SecondStep onChanged={() => void renew()} />
          <ApplicationList />
          <IdentityList />
          <ActivityList events={events} />
        </>
      )}
    </QueryPage>
  )
}

async function readAccount(signal?: AbortSignal) {
  const options = signal ? { signal } : {}
  const [sessions, events] = await Promise.all([call(ownSessions, {}, options), call(ownSignInEvents, {}, options)])
  return { sessions, events }
}
