import { useId, type ReactNode, useEffect, useRef } from 'react'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?raw'
import trash from '@phosphor-icons/core/regular/trash.svg?raw'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { useOnline } from '../../core/connectivity/use-online.ts'

export function Card({
  title,
  hint,
  action,
  children,
}: {
  title: string
  hint: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="k-card n-card" aria-labelledby={id}>
      <div className="n-card__head">
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <p className="n-hint">{hint}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A line of a list: what it is, what it does, and its actions. */
export interface Entry {
  readonly key: string
  readonly name: string
  readonly enabled: boolean
  readonly tags: readonly string[]
  readonly facts: readonly string[]
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** Entries that can be changed and deleted. After a deletion the focus moves to the neighbour. */
export function EntryList({ glyph, empty, entries }: { glyph: string; empty: string; entries: readonly Entry[] }) {
  const { t } = useTranslation('signInAdmin')
  const online = useOnline()
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(entries)

  useEffect(() => {
    const before = shown.current
    shown.current = entries
    const place = before.findIndex(({ key }) => entries.every((entry) => entry.key !== key))
    if (place < 0) return
    const rows = [...(list.current?.children ?? [])]
    const next = rows[Math.min(place, rows.length - 1)]?.querySelector('button')
    if (next) next.focus()
    else list.current?.closest('section')?.querySelector('h2')?.focus()
  }, [entries])

  return (
    <>
      {entries.length === 0 && <EmptyState title={empty} />}
      <ul hidden={entries.length === 0} className="n-rows" ref={list}>
        {entries.map(({ key, name, enabled, tags, facts, onEdit, onDelete }) => (
          <li className="n-row" key={key}>
            <span className="n-row__glyph">
              <Icon svg={glyph} />
            </span>
            <div className="n-row__text">
              <p className="n-row__name">
                {name}
                <span className={enabled ? 'n-tag n-tag--on' : 'n-tag'}>{enabled ? t('on') : t('off')}</span>
                {tags.map((tag) => (
                  <span key={tag} className="n-tag n-tag--attention">
                    {tag}
                  </span>
                ))}
              </p>
              <p className="n-row__facts">
                {facts.map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
              </p>
            </div>
            <IconButton svg={pencil} label={t('editNamed', { name })} disabled={!online} onClick={onEdit} />
            <IconButton svg={trash} label={t('deleteNamed', { name })} disabled={!online} onClick={onDelete} />
          </li>
        ))}
      </ul>
    </>
  )
}
