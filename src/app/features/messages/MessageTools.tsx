import Megaphone from '@phosphor-icons/core/regular/megaphone-simple.svg?react'
import Checks from '@phosphor-icons/core/regular/checks.svg?react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { ignoreWithUndo, useMessages } from './message-list.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { Permitted } from '../../ui/layout/Permitted.tsx'

/** Actions for all messages: ignore all, and publish for those who may. */
export function MessageTools() {
  const { t } = useTranslation('messages')
  const { data: list = [] } = useMessages()
  const [publishing, setPublishing] = useState(false)

  const ignoreAll = () => {
    const ids = list.map(({ id }) => id)
    void ignoreWithUndo(ids, t('ignoredAll', { count: ids.length }), t('undo'))
  }

  return (
    <>
      <Permitted codes="base_message">
        <Button className="m-publish" icon={Megaphone} onClick={() => setPublishing(true)}>
          {t('publish.open')}
        </Button>
      </Permitted>
      <Button icon={Checks} disabled={list.length === 0} onClick={ignoreAll}>
        {t('ignoreAll')}
      </Button>
      {publishing && <PublishDialog onClose={() => setPublishing(false)} />}
    </>
  )
}
