import '../../ui/layout/page.css'
import './settings.css'
import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import { use, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router-dom'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { PermissionContext } from '../../core/permissions/permissions.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import settings from '../../locales/zh-CN/settings.json'
import { isPhone } from '../header/header-layout.ts'
import { GoOn } from './AdminGate.tsx'
import { ALL_SETTINGS, movedPart, partPage, partToGoOnTo, SETTINGS_PARTS, settingsPart } from './settings-part.ts'
import { SettingsList } from './SettingsList.tsx'
import { SettingsPart } from './SettingsPart.tsx'
import { useWindowWidth } from '../use-layout.ts'

// The English texts are in the shell's pack.
addTexts('zh-CN', 'settings', settings)

/** The settings: account, appearance and behaviour. The list of parts is beside the part, or on a phone a page of its own. */
export default function SettingsPage({ user }: { user: SessionUser }) {
  const { t } = useTranslation('settings')
  const { search } = useLocation()
  const codes = use(PermissionContext)
  const phone = isPhone(useWindowWidth())
  const asked = settingsPart(search)
  const listed = asked === 'all' && phone
  const part = asked === 'all' ? 'account' : asked
  const goesOnTo = partToGoOnTo(search)
  const place = useFocusOnChange(phone ? asked : null)

  const moved = movedPart(search, codes)
  if (moved) return <Navigate replace to={partPage(user, moved)} />
  if (listed) {
    return (
      <div className="k-page set-all k-focus-target" ref={place} tabIndex={-1} role="group" aria-label={t('back')}>
        <PageHeader title={t('back')} />
        <SettingsList parts={SETTINGS_PARTS} current={null} hints />
      </div>
    )
  }
  return (
    <div className="set-page" data-phone={phone || undefined}>
      {phone ? (
        <nav aria-label={t('back')}>
          <Link className="set-back" to={ALL_SETTINGS}>
            <Icon svg={CaretLeft} />
            {t('back')}
          </Link>
        </nav>
      ) : (
        <SettingsList parts={SETTINGS_PARTS} current={part} />
      )}
      <div className="set-part k-focus-target" ref={place} tabIndex={-1} role="group" aria-label={t(`parts.${part}`)}>
        {part === 'account' && goesOnTo && <GoOn part={goesOnTo} user={user} />}
        <SettingsPart part={part} user={user} />
      </div>
    </div>
  )
}

/** On a phone the pressed link disappears with its page: the focus moves to the next page. */
function useFocusOnChange(shown: string | null) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (shown !== null && before.current !== null && before.current !== shown) place.current?.focus()
    before.current = shown
  }, [shown])
  return place
}
