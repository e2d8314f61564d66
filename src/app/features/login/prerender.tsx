import { renderToString } from 'react-dom/server'
import { LoginPage } from './LoginPage.tsx'
import { signInTexts } from '../../core/session/login-texts.ts'

/** The login page as HTML with placeholders for the unit, for the build to put into the document. */
export function prerenderLogin(): string {
  return renderToString(
    <LoginPage
      texts={signInTexts('zh-CN')}
      unit={{ unitId: '%UNIT_ID%', unitName: '%UNIT_NAME%', unitEnName: '%UNIT_EN_NAME%' }}
      motto="%MOTTO%"
      footer={`%FOOTER:${signInTexts('zh-CN').help}%`}
      failed={null}
      automatic={null}
      adopt={() => null}
      remembered={null}
      face={null}
      onVersions={() => {}}
      versionsFailed=""
      onLanguage={null}
    />,
  )
}
