import PencilSimple from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Checks from '@phosphor-icons/core/regular/checks.svg?react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { openAddress } from '../../core/navigation/open-address.ts'
import { composePath } from '../../core/session/home-path.ts'
import { session } from '../../core/session/session.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { Button } from '../../ui/Button.tsx'
import { useMayWrite } from '../../ui/layout/Permitted.tsx'
import { ignoreWithUndo, useMessages } from './message-list.ts'

/** Actions for all messages: ignore all, and write one for those who may. `onLeave`: the user goes to another page. */
export function MessageTools({ onLeave = () => {} }: { onLeave?: () => void }) {
  const { t } = useTranslation('messages')
  const { data: list = [] } = useMessages()
  const state = useObservable(session)
  const navigate = useNavigate()
  const mayWrite = useMayWrite()

  const ignoreAll = () => {
    const ids = list.map(({ id }) => id)
    void ignoreWithUndo(ids, t('ignoredAll', { count: ids.length }), t('undo'))
  }

  return (
    <>
      {mayWrite && state.status === 'in' && (
        <Button
          className="m-write"
          icon={PencilSimple}
          onClick={() => {
            onLeave()
            openAddress(composePath(state.user), navigate)
          }}
        >
          {t('write')}
        </Button>
      )}
      <Button icon={Checks} disabled={list.length === 0} onClick={ignoreAll}>
        {t('ignoreAll')}
      </Button>
    </>
  )
}
