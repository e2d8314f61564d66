import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState, type ComponentProps, type Key, type ReactNode } from 'react'
import { ownSessions } from '../../../../contract/endpoints/account.ts'
import type { AnyEndpoint } from '../../../../contract/endpoint.ts'
import { notify } from '../../core/notices/notices.ts'
import { renew } from '../../core/query/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { CardRow } from '../../ui/layout/CardRow.tsx'
import type { ProvedQuestion } from '../../ui/proof/ProofDialog.tsx'
import type { GivenProof } from '../../ui/proof/use-proof.ts'
import { Card } from '../../ui/record/Card.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { ProofDialog } from './proof/ProofDialog.tsx'

/** The question before something is removed. Its action is on the button that asks it, too. */
interface Removal extends ProvedQuestion {
  /** The button's name, which says what is removed. */
  readonly label?: string
}

/** A row of the card. */
export interface Entry extends Pick<ComponentProps<typeof CardRow>, 'glyph' | 'title' | 'facts' | 'more'> {
  readonly key: Key
  /** What else can be done with it. */
  readonly actions?: ReactNode
  /** Null: it cannot be removed. */
  readonly removal: Removal | null
}

/** What a removal that needs no proof gets. */
const NO_PROOF: GivenProof = { password: '' }

/** A card of the account with things that can be removed after a question, by `proved` with the user's proof. It stays open after a failure, for another try. */
export function EntryCard({
  query,
  note,
  entries,
  none,
  clear,
  action,
  proved = false,
  isOffered = true,
  renews = [],
  children,
  ...card
}: Pick<ComponentProps<typeof Card>, 'title' | 'hint' | 'action' | 'children'> & {
  id: string
  /** Shown while it loads, and where it failed. */
  query?: UseQueryResult
  /** Above the entries. */
  note?: string | false
  entries: readonly Entry[]
  /** Below the entries: that there are none. */
  none: string | false
  /** Removes all that can be. */
  clear?: Removal | false
  proved?: boolean
  /** Whether there can be more entries. Without it the card is shown once there was one, and stays for the focus after the last. */
  isOffered?: boolean
  /** Loaded again after a removal, besides what happened to the account. */
  renews?: readonly AnyEndpoint[]
}) {
  const element = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState<Removal | null>(null)
  useKeptFocus(element)
  const [isShown, setShown] = useState(isOffered)
  if (!isShown && (isOffered || entries.length > 0)) setShown(true)
  const close = () => setAsked(null)
  const remove = (removal: Removal) => async (proof: GivenProof) => {
    const text = await removal.confirm(proof, '')
    await renew(...renews, ownSessions)
    close()
    return text
  }
  const buttonOf = (removal: Removal) => (
    <Button aria-label={removal.label} needsNetwork onClick={() => setAsked(removal)}>
      {removal.action}
    </Button>
  )

  if (!isShown) return null
  return (
    <Card ref={element} action={clear ? buttonOf(clear) : action} {...card}>
      {note && <p className="k-note">{note}</p>}
      {query && <Loaded query={query} lines={2} />}
      {entries.length > 0 && (
        <ul className="k-rows" aria-labelledby={card.id}>
          {entries.map(({ key, actions, removal, ...row }) => (
            <CardRow key={key} {...row}>
              {removal && (
                <div className="a-buttons">
                  {actions}
                  {buttonOf(removal)}
                </div>
              )}
            </CardRow>
          ))}
        </ul>
      )}
      {none && <p className="k-note">{none}</p>}
      {children}
      {asked && proved && <ProofDialog asked={{ ...asked, confirm: remove(asked) }} onClose={close} />}
      {asked && !proved && (
        <ConfirmDialog
          question={asked.question}
          hint={asked.hint}
          action={asked.action}
          onClose={close}
          change={async () => notify('success', await remove(asked)(NO_PROOF))}
        />
      )}
    </Card>
  )
}
