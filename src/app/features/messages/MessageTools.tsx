import Megaphone from '@phosphor-icons/core/regular/megaphone-simple.svg?react'
import Checks from '@phosphor-icons/core/regular/checks.svg?react'
import { useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio/react'
import { Button } from '../../ui/Button.tsx'
import { ignoreWithUndo, messageList } from './message-list.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { systemAdmin } from '../../../../contract/endpoints/roles.ts'
import { call } from '../../core/api/call.ts'

/** Actions for all messages: ignore all, and for administrators publish. */
export function MessageTools({ userId }: { userId: string }) {
  const { t } = useTranslation('messages')
  const { state } = useSnapshot(messageList)
  const mayPublish = useMayPublish(userId)
  const [publishing, setPublishing] = useState(false)
  const shown = state.status === 'ready' ? state.list.length : 0

  const ignoreAll = () => {
    if (messageList.state.status !== 'ready') return
    const ids = messageList.state.list.map(({ id }) => id)
    void ignoreWithUndo(ids, t('ignoredAll', { count: ids.length }), t('undo'))
  }

  return (
    <>
      {mayPublish && (
        <Button className="m-publish" icon={Megaphone} onClick={() => setPublishing(true)}>
          {t('publish.open')}
        </Button>
      )}
      <Button icon={Checks} disabled={shown === 0} onClick={ignoreAll}>
        {t('ignoreAll')}
      </Button>
      {publishing && <PublishDialog onClose={() => setPublishing(false)} />}
    </>
  )
}

/** Whether the user is an administrator; false until that is known. The server checks it again. */
function useMayPublish(userId: string): boolean {
  const [may, setMay] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    call(systemAdmin, { userId }, { signal: leaving.signal }).then(setMay, () => undefined)
    return () => leaving.abort()
  }, [userId])
  return may
}
