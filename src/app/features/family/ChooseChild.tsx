import { useObservable } from '../../core/state/use-observable.ts'
import { hasActiveUploads, reloadWithoutAsking } from '../../core/state/uploading.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import './family.css'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Child } from '../../../../contract/endpoints/family/family.ts'
import { personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { useLanguage } from '../../core/language/use-language.ts'
import { classIn, gradeIn, setCurrentChild, type Family, showChild } from './family-store.ts'

/** The table of a parent's children for choosing one. `before`: the child that this device showed last, if another is current now. */
export default function ChooseChild({
  family,
  before,
  onOverview,
  onClose,
}: {
  family: Family
  before: Child | null
  onOverview: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('family')
  const online = useOnline()
  const uploading = useObservable(hasActiveUploads)
  const language = useLanguage()
  const hintId = useId()
  const [busy, setBusy] = useState<string | null>(null)
  const { parentId, chirdenList, currentChirden } = family

  const enter = async (child: Child) => {
    setBusy(child.id)
    try {
      await setCurrentChild(family, child)
      await showChild(parentId, child.id)
      // Stays busy: the page is about to reload.
      reloadWithoutAsking()
    } catch (error) {
      reportFailure(error)
      setBusy(null)
    }
  }

  /** The current child stays: this device switches to it, and shows nothing of the one before. */
  const keep = async () => {
    onClose()
    if (!before || !currentChirden) return
    await showChild(parentId, currentChirden.id)
    if (!uploading) reloadWithoutAsking()
  }

  return (
    <Dialog
      title={t('chooseChild')}
      width="600px"
      onClose={() => void keep()}
      footer={
        before || chirdenList.length < 2 ? (
          <Button disabled={busy !== null} onClick={() => void keep()}>
            {before && currentChirden
              ? t('choose.keep', { name: personName(currentChirden, language) })
              : t('close', { ns: 'common' })}
          </Button>
        ) : (
          <>
            <Button kind="quiet" className="fam-all" onClick={onOverview}>
              {t('overview.open')}
            </Button>
            <Button onClick={onClose}>{t('close', { ns: 'common' })}</Button>
          </>
        )
      }
    >
      {chirdenList.length === 0 ? (
        <NoData title={t('choose.none')} hint={t('choose.noneHint')} />
      ) : (
        <>
          <p className="k-soft" id={hintId}>
            {before && currentChirden
              ? t('choose.changed', { before: personName(before, language), now: personName(currentChirden, language) })
              : t('choose.hint')}
            {!online && ` ${t('choose.offline')}`}
            {uploading && ` ${t('choose.uploading')}`}
          </p>
          <table className="fam-table" aria-describedby={hintId}>
            <thead>
              <tr>
                <th scope="col">{t('choose.name')}</th>
                <th scope="col">{t('choose.grade')}</th>
                <th scope="col">{t('choose.class')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('choose.enter')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {chirdenList.map((child) => (
                <tr key={child.id} aria-current={child.id === currentChirden?.id || undefined}>
                  <th scope="row">
                    {personName(child, language)}
                    {child.id === currentChirden?.id && <span className="k-tag fam-tag">{t('current')}</span>}
                  </th>
                  <td>{gradeIn(child, language)}</td>
                  <td>{classIn(child, language)}</td>
                  <td>
                    <Button
                      kind={child.id === currentChirden?.id ? 'plain' : 'primary'}
                      aria-label={t('choose.enterOf', { name: personName(child, language) })}
                      busy={busy === child.id}
                      needsNetwork
                      disabled={busy !== null}
                      onClick={() => void enter(child)}
                    >
                      {t('choose.enter')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Dialog>
  )
}
