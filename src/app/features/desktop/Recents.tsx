import { useEffect, useState } from 'react'
import type { IconGroups } from '../../../../contract/endpoints/desktop.ts'
import type { RecentPlatform } from '../../core/storage/local-keys.ts'
import { AppIcon, type SharedIconProps } from './AppIcon.tsx'
import { readRecents } from './opened.ts'

/** The applications that the person opened last on this device, before all groups; nothing where there are none. */
export function Recents({
  groups,
  platform,
  userId,
  ...shared
}: SharedIconProps & { groups: IconGroups; platform: RecentPlatform; userId: string }) {
  const { t } = shared
  const [codes, setCodes] = useState(() => readRecents(platform, userId))

  // Read again when the window becomes visible: an application may have been opened in another one. While it is visible, nothing moves under the pointer.
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === 'visible') setCodes(readRecents(platform, userId))
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [platform, userId])

  const icons = groups.flatMap(({ iconVMs }) => iconVMs)
  const recents = codes.flatMap((code) => icons.find((icon) => icon.code === code) ?? [])
  if (recents.length === 0) return null
  return (
    <section className="d-recents" aria-labelledby="recent-applications">
      <h2 className="d-group__title" id="recent-applications">
        {t('recents')}
      </h2>
      <ul className="d-icons d-icons--recent">
        {recents.map((icon) => (
          <li key={icon.code}>
            <AppIcon icon={icon} recent {...shared} />
          </li>
        ))}
      </ul>
    </section>
  )
}
