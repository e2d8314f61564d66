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

/** A row of a list of tools with a choice below it. `refusal` prevents opening. */
export function ToolChoice({
  choices,
  selected,
  refusal,
  staysInRows = false,
  onOpen,
  onChoose,
  ...button
}: Omit<ComponentProps<typeof IconButton>, 'onClick'> & {
  choices: readonly Choice[]
  /** The id of the current choice, if there always is one. */
  selected?: string
  /** Called instead of opening; it says why. */
  refusal?: (() => void) | undefined
  /** Whether its list of tools stays open after a choice. */
  staysInRows?: boolean
  onOpen?: () => void
  onChoose: (id: string) => void
}) {
  const rows = use(RowsContext)
  const listId = useId()
  const [asked, setAsked] = useState(false)
  const open = asked && !refusal
  const show = () => {
    if (refusal) {
      refusal()
      return
    }
    onOpen?.()
    setAsked(true)
  }

  return (
    <>
      <IconButton
        {...button}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => (open ? setAsked(false) : show())}
      />
      {open && (
        <ul className="h-choices" id={listId}>
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
