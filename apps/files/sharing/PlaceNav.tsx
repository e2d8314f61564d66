import OwnFiles from '@phosphor-icons/core/regular/folder-simple-user.svg?react'
import Tray from '@phosphor-icons/core/regular/tray-arrow-down.svg?react'
import Users from '@phosphor-icons/core/regular/users.svg?react'
import { Link } from 'react-router-dom'
import { Icon, type SvgComponent } from '../../../src/app/ui/icons/Icon.tsx'
import { folderPath } from '../listing/folder-path.ts'
import { useTexts, type TextKey } from '../portal.ts'
import { placePath, type Place } from './places.ts'
import './sharing.css'

const PLACES: readonly { page: Place['page'] | 'mine'; to: string; glyph: SvgComponent; text: TextKey }[] = [
  { page: 'mine', to: folderPath(null), glyph: OwnFiles, text: 'places.mine' },
  { page: 'shared', to: placePath({ page: 'shared', id: null }), glyph: Users, text: 'places.shared' },
  { page: 'hand-ins', to: placePath({ page: 'hand-ins', id: null }), glyph: Tray, text: 'places.handIns' },
]

/** The ways between own files, those of others, and hand-ins. */
export function PlaceNav({ page }: { page: Place['page'] | 'mine' }) {
  const t = useTexts()
  return (
    <nav className="k-parts k-parts--bar" aria-label={t('places.label')}>
      {PLACES.map((place) => (
        <Link key={place.page} to={place.to} aria-current={place.page === page ? 'page' : undefined}>
          <Icon svg={place.glyph} />
          <span>{t(place.text)}</span>
        </Link>
      ))}
    </nav>
  )
}
