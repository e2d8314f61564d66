import type { Icon } from '../../../../contract/endpoints/desktop/desktop.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { AppIcon, type SharedIconProps } from './AppIcon.tsx'
import { iconName } from './visible-icons.ts'

/** The applications in a folder of the desktop. */
export default function FolderDialog({
  folder,
  onClose,
  ...shared
}: SharedIconProps & { folder: Icon; onClose: () => void }) {
  return (
    <Dialog title={iconName(folder, shared.language)} width="520px" backdrop onClose={onClose}>
      <ul className="d-icons d-icons--folder">
        {folder.iconVMs?.map((icon) => (
          <li key={icon.code}>
            <AppIcon icon={icon} {...shared} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
