import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ImportRow, ImportSummary } from '../../../contract/endpoints/people/imports.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Select } from '../../../src/app/ui/fields/Select.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { RowHead } from './RowItem.tsx'
import { isOpen, useRowChoices, type RowChoice } from './use-row-choices.ts'

interface FoundRows {
  readonly run: ImportSummary
  readonly found: readonly ImportRow[]
}

/**
 * For a button that saves what was chosen of rows and is disabled once nothing is: the focus then goes to the first row that is left. Returns the refs
 * of both.
 */
function useFocusAfterSave(busy: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hasSaved = useRef(false)
  // After every render: the saved rows leave with a later one.
  useEffect(() => {
    if (busy) hasSaved.current = true
    if (busy || !hasSaved.current) return
    // The browser takes the focus from a disabled button only later.
    if (document.activeElement !== document.body && document.activeElement !== button.current) return
    if (button.current?.disabled === false) button.current.focus()
    else {
      list.current?.querySelector<HTMLElement>('select, input')?.focus()
      hasSaved.current = false
    }
  })
  return { list, button }
}

/** Rows with a field each, the button that saves what was chosen in them, and one that chooses for the rest. */
function ChoiceList({
  run,
  found,
  label,
  choices,
  action,
  rest,
  children,
}: FoundRows & {
  label: string
  /** Those that are saved. */
  choices: readonly RowChoice[]
  action: string
  /** Null where all rows are chosen for. */
  rest: { readonly label: string; readonly onChoose: () => void } | null
  children: (row: ImportRow, disabled: boolean) => ReactNode
}) {
  const { busy, save } = useRowChoices(run)
  const { list, button } = useFocusAfterSave(busy)
  return (
    <>
      <ul ref={list} aria-label={label}>
        {found.map((row) => (
          <li key={row.rowNo} className="ad-import-row">
            <RowHead row={row} />
            {children(row, busy || !isOpen(run))}
          </li>
        ))}
      </ul>
      {isOpen(run) && (
        <div className="k-buttons">
          <Button
            ref={button}
            kind="primary"
            busy={busy}
            needsNetwork
            disabled={choices.length === 0}
            onClick={() => save(choices)}
          >
            {action}
          </Button>
          {rest && (
            <Button disabled={busy} onClick={rest.onChoose}>
              {rest.label}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Rows of people who have left or were closed: they stay so, unless it is chosen that they come back. */
export function LeftRows({ run, found }: FoundRows) {
  const { t, date } = useLocale()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  // Rows that were saved have left the list.
  const choices = found.filter(({ rowNo }) => chosen.has(rowNo)).map(({ rowNo }) => ({ rowNo, choice: 'back' }))
  const set = (rowNo: number, on: boolean) =>
    setChosen(new Set(on ? [...chosen, rowNo] : [...chosen].filter((one) => one !== rowNo)))
  return (
    <ChoiceList
      run={run}
      found={found}
      label={t('imports.action.left')}
      choices={choices}
      action={t('imports.left.back', { count: choices.length })}
      rest={
        choices.length === found.length
          ? null
          : {
              label: t('imports.left.all', { count: found.length }),
              onChoose: () => setChosen(new Set(found.map(({ rowNo }) => rowNo))),
            }
      }
    >
      {({ rowNo, name, leftOn }, disabled) => (
        <SwitchField
          label={t('bringBack.titleOne', { name })}
          hint={leftOn === null ? t('imports.left.closed') : t('imports.left.on', { day: date(leftOn) })}
          checked={chosen.has(rowNo)}
          disabled={disabled}
          onChange={({ currentTarget }) => set(rowNo, currentTarget.checked)}
        />
      )}
    </ChoiceList>
  )
}

/** Rows that could be several people: each is one of them, or new. */
export function AmbiguousRows({ run, found }: FoundRows) {
  const t = useTexts()
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({})
  const open = found.filter(({ rowNo, choice }) => (chosen[rowNo] ?? choice ?? '') === '')
  const choices = found.flatMap(({ rowNo }) => {
    const choice = chosen[rowNo]
    return choice ? [{ rowNo, choice }] : []
  })
  return (
    <ChoiceList
      run={run}
      found={found}
      label={t('imports.action.ambiguous')}
      choices={choices}
      action={t('imports.choice.save', { count: choices.length })}
      rest={
        open.length === 0
          ? null
          : {
              label: t('imports.choice.allNew', { count: open.length }),
              onChoose: () => setChosen({ ...chosen, ...Object.fromEntries(open.map(({ rowNo }) => [rowNo, 'new'])) }),
            }
      }
    >
      {({ rowNo, name, choice, candidates }, disabled) => (
        <Select
          aria-label={t('imports.choice.of', { name })}
          value={chosen[rowNo] ?? choice ?? ''}
          disabled={disabled}
          options={[
            ['', t('form.choose')],
            ...candidates.map(
              (one) => [one.id, [one.name, one.number, one.className].filter(Boolean).join(' · ')] as const,
            ),
            ['new', t('imports.choice.new')],
          ]}
          onChoose={(one) => setChosen({ ...chosen, [rowNo]: one })}
        />
      )}
    </ChoiceList>
  )
}
