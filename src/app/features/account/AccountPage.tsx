import './account.css'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useTranslation } from 'react-i18next'
import { ownSessions, ownSignInEvents } from '../../../../contract/endpoints/account.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { call } from '../../core/api/call.ts'
import { ReadingPage } from '../../ui/ReadingPage.tsx'
import { useReading } from '../../core/state/use-reading.ts'
import { ActivityList } from './ActivityList.tsx'
import { ApplicationList } from './ApplicationList.tsx'
import { DeviceList } from './DeviceList.tsx'
import { IdentityList } from './IdentityList.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { SecondStep } from './SecondStep.tsx'
import { PictureCard, type PictureSurroundings } from './PictureCard.tsx'
import { PasswordSection, type PasswordSurroundings } from './PasswordSection.tsx'

/** A person's own picture, their devices, each of which they can sign out, and what happened around their sign-ins. */
export function AccountPage({
  language,
  online,
  picture,
  password,
}: {
  language: Language
  online: boolean
  picture: PictureSurroundings
  password: PasswordSurroundings
}) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation('common')
  const { reading, reload, retry } = useReading(online, readAccount)

  return (
    <ReadingPage
      text={(key) => t(key)}
      common={(key) => common(key)}
      reading={reading}
      online={online}
      lines={8}
      onRetry={retry}
    >
      {({ sessions, events }) => (
        <>
          <PictureCard {...picture} online={online} />
          <DeviceList
            sessions={sessions}
            language={language}
            online={online}
            onEnded={() => reload().catch(reportFailure)}
          />
          <PasswordSection {...password} online={online} onChanged={() => void reload().catch(reportFailure)} />
          <PasskeyList language={language} online={online} onChanged={() => void reload().catch(reportFailure)} />
          <SecondStep language={language} online={online} onChanged={() => void reload().catch(reportFailure)} />
          <ApplicationList language={language} online={online} />
          <IdentityList language={language} online={online} />
          <ActivityList events={events} language={language} />
        </>
      )}
    </ReadingPage>
  )
}

async function readAccount(signal?: AbortSignal) {
  const options = signal ? { signal } : {}
  const [sessions, events] = await Promise.all([call(ownSessions, {}, options), call(ownSignInEvents, {}, options)])
  return { sessions, events }
}
