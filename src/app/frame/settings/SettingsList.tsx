import Bell from '@phosphor-icons/core/regular/bell.svg?react'
import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import Devices from '@phosphor-icons/core/regular/devices.svg?react'
import Info from '@phosphor-icons/core/regular/info.svg?react'
import Palette from '@phosphor-icons/core/regular/palette.svg?react'
import Squares from '@phosphor-icons/core/regular/squares-four.svg?react'
import Translate from '@phosphor-icons/core/regular/translate.svg?react'
import UserCircle from '@phosphor-icons/core/regular/user-circle.svg?react'
import Scan from '@phosphor-icons/core/regular/user-focus.svg?react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import { partQuery, type SettingsPart } from './settings-part.ts'

const GLYPHS: Readonly<Record<SettingsPart, SvgComponent>> = {
  account: UserCircle,
  face: Scan,
  appearance: Palette,
  language: Translate,
  desktop: Squares,
  messages: Bell,
  device: Devices,
  about: Info,
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
                {hints && <span className="k-soft">{t(`hints.${part}`)}</span>}
              </span>
              {hints && <Icon svg={CaretRight} size={16} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
