import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as messages from '../../../../contract/endpoints/messages/messages.ts'
import { bellDotQuery } from '../../core/live/counts.ts'
import { useChange } from '../../core/query/use-change.ts'
import { todoPopupKey } from '../../core/storage/signed-in-keys.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { Input } from '../../ui/fields/Input.tsx'
import { Permitted } from '../../ui/layout/Permitted.tsx'
import { Card } from '../../ui/record/Card.tsx'

export default function MessageSettings() {
  const { t } = useTranslation('settings')
  const [popup, setPopup] = useState(() => todoPopupKey.get() !== false)
  const change = (wanted: boolean) => {
    todoPopupKey.set(wanted)
    setPopup(wanted)
  }
  return (
    <>
      <Card title={t('messages.todos')}>
        <label className="set-choice">
          <input type="checkbox" role="switch" aria-checked={popup} checked={popup} onChange={() => change(!popup)} />
          <span>{t('messages.popup')}</span>
        </label>
        <p className="k-note">{t('messages.popupHint')}</p>
      </Card>
      <Permitted codes="base_message">
        <BellSettings />
      </Permitted>
    </>
  )
}

function BellSettings() {
  const { t } = useTranslation('settings')
  const { data: dot = false } = useQuery(bellDotQuery)
  const save = useChange(messages.saveConfig, { done: t('messages.saved'), renews: [messages.config] })
  const shown = save.isPending ? save.variables.pcOpen : Number(dot)

  return (
    <Card title={t('messages.bell')} hint={t('messages.bellHint')}>
      <div className="set-choices" role="radiogroup" aria-label={t('messages.bell')}>
        {([0, 1] as const).map((pcOpen) => (
          <label key={pcOpen} className="set-choice">
            <Input
              type="radio"
              name="bell"
              checked={shown === pcOpen}
              needsNetwork
              // Not disabled meanwhile, which would take the focus away. A failure is told also where the page was left.
              onChange={() => {
                if (!save.isPending) save.mutateAsync({ pcOpen }).catch(reportFailure)
              }}
            />
            <span>{t(pcOpen === 1 ? 'messages.dot' : 'messages.number')}</span>
          </label>
        ))}
      </div>
    </Card>
  )
}
