import bell from '@phosphor-icons/core/regular/bell.svg?raw'
import caretRight from '@phosphor-icons/core/regular/caret-right.svg?raw'
import devices from '@phosphor-icons/core/regular/devices.svg?raw'
import hardDrives from '@phosphor-icons/core/regular/hard-drives.svg?raw'
import info from '@phosphor-icons/core/regular/info.svg?raw'
import key from '@phosphor-icons/core/regular/key.svg?raw'
import palette from '@phosphor-icons/core/regular/palette.svg?raw'
import squares from '@phosphor-icons/core/regular/squares-four.svg?raw'
import people from '@phosphor-icons/core/regular/identification-badge.svg?raw'
import translate from '@phosphor-icons/core/regular/translate.svg?raw'
import userCircle from '@phosphor-icons/core/regular/user-circle.svg?raw'
import scan from '@phosphor-icons/core/regular/user-focus.svg?raw'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/icons/Icon.tsx'
import { partQuery, type SettingsPart } from './settings-part.ts'

const GLYPHS: Readonly<Record<SettingsPart, string>> = {
  account: userCircle,
  face: scan,
  appearance: palette,
  language: translate,
  desktop: squares,
  messages: bell,
  'sign-in': key,
  faces: people,
  storage: hardDrives,
  device: devices,
  about: info,
}

/** The parts of the settings. `hints`: with a description each, where the list is a page of its own. */
export function SettingsList({
  parts,
  current,
  hints = false,
}: {
  parts: readonly SettingsPart[]
  current: SettingsPart | null
  hints?: boolean
}) {
  const { t } = useTranslation('settings')
  return (
    <nav className="set-list" aria-label={t('back')}>
      <ul>
        {parts.map((part) => (
          <li key={part}>
            <Link
              className="set-link"
              to={{ search: partQuery(part) }}
              aria-label={t(`parts.${part}`)}
              aria-current={part === current ? 'page' : undefined}
            >
              <Icon svg={GLYPHS[part]} />
              <span className="set-link__words">
                <span>{t(`parts.${part}`)}</span>
                {hints && <span className="set-hint">{t(`hints.${part}`)}</span>}
              </span>
              {hints && <Icon svg={caretRight} size={16} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
