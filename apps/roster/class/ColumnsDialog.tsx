import ArrowDown from '@phosphor-icons/core/regular/arrow-down.svg?react'
import ArrowUp from '@phosphor-icons/core/regular/arrow-up.svg?react'
import { useRef, useState } from 'react'
import { saveColumns } from '../../../contract/endpoints/people/roster.ts'
import { ROSTER_COLUMNS, USUAL_COLUMNS, type RosterColumn } from '../../../contract/rules/roster-columns.ts'
import { useChange } from '../../../src/app/micro-apps/use-change.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { failureText, useOnline, useTexts } from '../portal-context.ts'
import { moveColumn } from './columns.ts'

/** Which columns are shown, and in which order; saved for the user on the server. */
export function ColumnsDialog({
  columns,
  onClose,
  onSaved,
}: {
  columns: readonly RosterColumn[]
  onClose: () => void
  onSaved: (columns: readonly RosterColumn[]) => void
}) {
  const t = useTexts()
  const online = useOnline()
  const [chosen, setChosen] = useState<readonly RosterColumn[]>(columns)
  const [order, setOrder] = useState<readonly RosterColumn[]>(() => inOrder(columns))
  const [moved, setMoved] = useState('')
  const list = useRef<HTMLUListElement>(null)

  // The class has not changed, and needs no reload.
  const save = useChange(saveColumns, { done: t('columns.saved'), renews: [] })
  const wanted = order.filter((column) => chosen.includes(column))

  const move = (column: RosterColumn, step: -1 | 1) => {
    const next = moveColumn(order, column, step)
    setOrder(next)
    setMoved(t('columns.moved', { name: t(`column.${column}`), place: next.indexOf(column) + 2 }))
    // The button that was pressed goes with its row; at an end it can no longer be pressed.
    const at = next.indexOf(column)
    if (at === 0 || at === next.length - 1)
      list.current?.querySelector<HTMLElement>(`[data-column=${column}] input`)?.focus()
  }

  return (
    <Dialog
      title={t('columns.title')}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="quiet"
            onClick={() => {
              setChosen(USUAL_COLUMNS)
              setOrder(inOrder(USUAL_COLUMNS))
            }}
          >
            {t('columns.reset')}
          </Button>
          <Button
            kind="primary"
            busy={save.isPending}
            needsNetwork
            onClick={() => save.mutate({ columns: wanted }, { onSuccess: () => onSaved(wanted) })}
          >
            {t('columns.save')}
          </Button>
        </>
      }
    >
      <p className="k-soft">{t('columns.hint')}</p>
      <ul ref={list} className="ro-columns">
        {order.map((column, at) => {
          const name = t(`column.${column}`)
          return (
            <li key={column} className="ro-column" data-column={column}>
              <label className="ro-column__label">
                <input
                  type="checkbox"
                  aria-label={t('columns.show', { name })}
                  checked={chosen.includes(column)}
                  onChange={(event) =>
                    setChosen(
                      event.currentTarget.checked ? [...chosen, column] : chosen.filter((other) => other !== column),
                    )
                  }
                />
                {name}
              </label>
              <IconButton
                label={t('columns.earlier', { name })}
                svg={ArrowUp}
                size={18}
                disabled={at === 0}
                onClick={() => move(column, -1)}
              />
              <IconButton
                label={t('columns.later', { name })}
                svg={ArrowDown}
                size={18}
                disabled={at === order.length - 1}
                onClick={() => move(column, 1)}
              />
            </li>
          )
        })}
      </ul>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
      <p className="k-field__error" role="alert">
        {save.error ? t('unsent', { reason: failureText(save.error) }) : !online && t('offline.action')}
      </p>
    </Dialog>
  )
}

/** All columns: the shown ones in their order, then the others. */
function inOrder(shown: readonly RosterColumn[]): readonly RosterColumn[] {
  return [...shown, ...ROSTER_COLUMNS.filter((column) => !shown.includes(column))]
}
