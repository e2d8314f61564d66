import type { Icon } from '../../../../contract/endpoints/desktop.ts'
import { MenuPicture } from './MenuIcons.tsx'

/** As many applications as a group's picture shows. */
const IN_FOLDER = 4

/** A group's picture: its first applications, as a folder shows them; of a single one that one's own. */
export function Folder({ icons }: { icons: readonly Icon[] }) {
  const shown = icons.slice(0, IN_FOLDER)
  return (
    <span className="n-folder" aria-hidden="true">
      {shown.map((icon) => (
        <MenuPicture key={icon.code} icon={icon} size={shown.length === 1 ? 22 : 12} />
      ))}
    </span>
  )
}
