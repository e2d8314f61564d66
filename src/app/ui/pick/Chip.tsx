import './chip.css'
import X from '@phosphor-icons/core/regular/x.svg?react'
import type { ReactNode } from 'react'
import { IconButton } from '../Button.tsx'
import { useFieldTexts } from '../fields/use-field-texts.ts'

/** A chosen person, file or the like in a list, with a button that takes it out. `name` is part of the button's name. */
export function Chip({
  name,
  onRemove,
  children = name,
}: {
  name: string
  onRemove: () => void
  children?: ReactNode
}) {
  const t = useFieldTexts()
  return (
    <li className="k-chip">
      {children}
      <IconButton svg={X} size={16} label={t('pick.remove', { name })} onClick={onRemove} />
    </li>
  )
}
