import type { Choice } from './ChoiceMenu.tsx'
import { lazy, Suspense, use, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { RowsContext } from './tools.tsx'

const loadMenu = () => import('./ChoiceMenu.tsx')
const ChoiceMenu = lazy(loadMenu)

/** A tool with a choice: a menu under its button in the bar, or below its row in a list of tools. `refusal` prevents opening. */
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
  const trigger = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const [open, setOpen] = useState(false)
  const show = () => {
    if (refusal) {
      refusal()
      return
    }
    onOpen?.()
    setOpen(true)
  }

  if (rows) {
    return (
      <>
        <IconButton
          {...button}
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          onClick={() => (open ? setOpen(false) : show())}
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
                    if (!staysInRows) rows.leave()
                    onChoose(id)
                  }}
                >
                  <span lang={lang}>{name}</span>
                  {detail && <span className="h-menu__role">{detail}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </>
    )
  }
  return (
    <>
      <IconButton
        {...button}
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void loadMenu().catch(() => {})}
        {...opensMenu(show)}
      />
      {open && (
        <Suspense fallback={null}>
          <ChoiceMenu
            label={button.label}
            trigger={trigger}
            choices={choices}
            {...(selected !== undefined && { selected })}
            onChoose={onChoose}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const KEYS: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown'])

/**
 * The handlers of a button that opens a menu. Keys are handled before they become a click: the menu takes a click without a pointer for one of an
 * assistive technology, and then does not focus its first entry.
 */
function opensMenu(open: () => void) {
  return {
    onClick: open,
    onKeyDown(event: KeyboardEvent) {
      if (!KEYS.has(event.key) || event.repeat) return
      event.preventDefault()
      open()
    },
  }
}
