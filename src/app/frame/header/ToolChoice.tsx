import { use, useId, useState, type ComponentProps } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { RowsContext } from './tools.tsx'

export interface Choice {
  readonly id: string
  readonly name: string
  readonly detail?: string
  /** The language of its name, where that is not the page's. */
  readonly lang?: string
}

/** A row of a list of tools with a choice below it. */
export function ToolChoice({
  choices,
  selected,
  isShut = false,
  staysInRows = false,
  onOpen,
  onChoose,
  ...button
}: Omit<ComponentProps<typeof IconButton>, 'onClick'> & {
  choices: readonly Choice[]
  /** The id of the current choice, if there always is one. */
  selected?: string
  /** Nothing can be chosen now. */
  isShut?: boolean
  /** Whether its list of tools stays open after a choice. */
  staysInRows?: boolean
  onOpen?: () => void
  onChoose: (id: string) => void
}) {
  const rows = use(RowsContext)
  const listId = useId()
  const [asked, setAsked] = useState(false)
  const open = asked && !isShut

  return (
    <>
      <IconButton
        {...button}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => {
          if (!open && !isShut) onOpen?.()
          setAsked(!open && !isShut)
        }}
      />
      {open && (
        <ul className="h-choices" id={listId} aria-label={button.label}>
          {choices.map(({ id, name, detail, lang }) => (
            <li key={id}>
              <button
                type="button"
                className="h-choice"
                aria-pressed={selected === undefined ? undefined : id === selected}
                onClick={() => {
                  if (!staysInRows) rows?.leave()
                  onChoose(id)
                }}
              >
                <span lang={lang}>{name}</span>
                {detail && <span className="h-choice__detail">{detail}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
