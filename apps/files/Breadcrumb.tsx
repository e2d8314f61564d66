import caretRight from '@phosphor-icons/core/regular/caret-right.svg?raw'
import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import type { Folder } from '../../contract/endpoints/files.ts'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { folderPath } from './folder-path.ts'
import { useTexts } from './use-texts.ts'

/** The way from the top to the folder on the screen, whose name is the page's heading. */
export function Breadcrumb({
  path,
  heading,
}: {
  path: readonly Pick<Folder, 'id' | 'name'>[]
  heading: RefObject<HTMLHeadingElement | null>
}) {
  const t = useTexts()
  const steps = [{ id: null, name: t('title') }, ...path]
  const current = steps.at(-1)
  return (
    <nav className="f-path" aria-label={t('path')}>
      <ol>
        {steps.slice(0, -1).map((step) => (
          <li key={step.id ?? ''}>
            <Link to={folderPath(step.id)} title={step.name}>
              {step.name}
            </Link>
            <Icon svg={caretRight} size={16} />
          </li>
        ))}
        <li className="f-path__here" aria-current="page">
          <h1 ref={heading} tabIndex={-1} title={current?.name}>
            {current?.name}
          </h1>
        </li>
      </ol>
    </nav>
  )
}
