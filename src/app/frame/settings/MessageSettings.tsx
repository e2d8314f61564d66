import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { saveConfig } from '../../../../contract/endpoints/messages/messages.ts'
import { call } from '../../core/api/call.ts'
import { bellDotQuery } from '../../core/live/unread-counts.ts'
import { queryClient } from '../../core/query/query-client.ts'
import { notify } from '../../core/notices/notices.ts'
import { todoPopupKey } from '../../core/storage/signed-in-keys.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
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
  const online = useOnline()
  const { t } = useTranslation('settings')
  const { data: dot = false } = useQuery(bellDotQuery)
  const [busy, setBusy] = useState(false)

  const save = async (pcOpen: 0 | 1) => {
    setBusy(true)
    try {
      await call(saveConfig, { pcOpen })
      await queryClient.invalidateQueries(bellDotQuery)
      notify('success', t('messages.saved'))
    } catch (error) {
      reportFailure(error)
    }
    setBusy(false)
  }

  return (
    <Card title={t('messages.bell')} hint={t('messages.bellHint')}>
      <div className="set-choices" role="radiogroup" aria-label={t('messages.bell')}>
        {([0, 1] as const).map((pcOpen) => (
          <label key={pcOpen} className="set-choice">
            <input
              type="radio"
              name="bell"
              checked={dot === (pcOpen === 1)}
              disabled={!online || busy}
              onChange={() => void save(pcOpen)}
            />
            <span>{t(pcOpen === 1 ? 'messages.dot' : 'messages.number')}</span>
          </label>
        ))}
      </div>
      {!online && <p className="k-note">{t('messages.offline')}</p>}
    </Card>
  )
}
