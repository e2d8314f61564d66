import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StationSetUp } from '../../features/station/StationSetUp.tsx'
import {
  holdStationLock,
  openStationStore,
  type StationDevice,
  type StationStore,
} from '../../features/station/station-store.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StationPage } from './StationPage.tsx'

type Stage =
  | { readonly at: 'opening' }
  | { readonly at: 'elsewhere' }
  | { readonly at: 'refused' }
  | { readonly at: 'none'; readonly store: StationStore }
  | { readonly at: 'station'; readonly store: StationStore; readonly device: StationDevice; readonly pending: number }

export function StationEntry({ signOut }: { signOut: () => Promise<void> }) {
  const { t } = useTranslation('station')
  const [stage, setStage] = useState<Stage>({ at: 'opening' })

  useEffect(() => {
    document.title = t('title')
  }, [t])

  useEffect(() => {
    const left = new AbortController()
    const open = async () => {
      await holdStationLock(left.signal, () => setStage({ at: 'elsewhere' }))
      const next = await readStage()
      if (!left.signal.aborted) setStage(next)
    }
    open().catch(() => {
      if (!left.signal.aborted) setStage({ at: 'refused' })
    })
    return () => left.abort()
  }, [])

  const message = (key: 'elsewhere' | 'refusedStore') => (
    <main className="station-message">
      <EmptyState titleAs="h1" title={t(`${key}.title`)} hint={t(`${key}.hint`)} />
    </main>
  )
  switch (stage.at) {
    case 'opening':
      return (
        <main className="station-message">
          <Skeleton label={t('register.asking')} lines={6} />
        </main>
      )
    case 'elsewhere':
      return message('elsewhere')
    case 'refused':
      return message('refusedStore')
    case 'none':
      return (
        <StationSetUp
          store={stage.store}
          signOut={signOut}
          onRegistered={(device) => setStage({ at: 'station', store: stage.store, device, pending: 0 })}
        />
      )
    case 'station':
      return <StationPage {...stage} onEnded={() => location.assign('/login')} />
  }
}

async function readStage(): Promise<Stage> {
  const store = await openStationStore()
  const device = await store.readDevice()
  return device ? { at: 'station', store, device, pending: await store.count() } : { at: 'none', store }
}
