import Folder from '@phosphor-icons/core/regular/folder.svg?react'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'

/** The icon of an application in a list; a folder's, which the desktop makes of what is in it, is a glyph. */
export function ApplicationTile({ icon, on = true }: { icon: string; on?: boolean }) {
  return (
    <span className="ad-app__tile" data-off={!on || undefined}>
      {icon === '' ? <Icon svg={Folder} size={24} /> : <img src={icon} alt="" width="40" height="40" loading="lazy" />}
    </span>
  )
}
