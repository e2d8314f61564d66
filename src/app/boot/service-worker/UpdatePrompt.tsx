import ArrowClockwise from '@phosphor-icons/core/regular/arrow-clockwise.svg?react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { useObservable } from '../../core/state/use-observable.ts'
import './update-prompt.css'
import type { UpdateOffer } from './update-offer.ts'

/** Offers a new version; while uploads run it only announces it. */
export function UpdatePrompt({ offer }: { offer: UpdateOffer }) {
  const { t } = useTranslation('shell')
  const state = useObservable(offer.state)
  const shown = state === 'ready' || state === 'waiting' || state === 'reloading'

  // Always rendered: screen readers announce only changes inside a region.
  return (
    <div className="update-prompt" role="status">
      {shown && (
        <div className="k-raised update-prompt__bar">
          <Icon svg={ArrowClockwise} />
          <span className="update-prompt__text">{t(state === 'waiting' ? 'update.waiting' : 'update.ready')}</span>
          <Button kind="quiet" disabled={state === 'reloading'} onClick={() => offer.postpone()}>
            {t('update.later')}
          </Button>
          {state !== 'waiting' && (
            <Button kind="primary" busy={state === 'reloading'} onClick={() => offer.accept()}>
              {t('reload')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
