import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { useTexts } from '../portal.ts'

/** A page that leads to the one that is shown. */
interface Step {
  readonly name: string
  readonly path: string
  /** The folder that rows can be dropped on; '' for the top. */
  readonly drop?: string
}

/** Links to the folders above the page's; nothing at the top. */
export function FolderPath({ steps }: { steps: readonly Step[] }) {
  const t = useTexts()
  if (steps.length === 0) return null
  return (
    <nav className="f-path" aria-label={t('path')}>
      {steps.map(({ name, path, drop }, at) => (
        <Link key={path} to={path} draggable={false} data-drop={drop}>
          {at > 0 && <Icon svg={CaretRight} size={16} />}
          {name}
        </Link>
      ))}
    </nav>
  )
}
