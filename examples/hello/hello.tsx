import './hello.css'
import { useTranslation } from 'react-i18next'
import { usePortal } from '../../src/app/micro-apps/app-context.ts'
import { createMount } from '../../src/app/micro-apps/create-mount.tsx'
import { usePageHeading } from '../../src/app/ui/record/use-page-heading.ts'
import texts from './locales/zh-CN.json'

export const mount = createMount(texts, Hello)

function Hello() {
  const { user, language } = usePortal()
  const { t } = useTranslation('hello', { i18n: language.i18n })
  const title = t('title', { name: user.realName })
  const heading = usePageHeading(null, title)
  return (
    <div className="app-page">
      <h1 ref={heading} tabIndex={-1} className="he-title">
        {title}
      </h1>
    </div>
  )
}
