import { useObservable } from '../../core/state/use-observable.ts'
import { hasActiveUploads, reloadWithoutAsking } from '../../core/state/uploading.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useChange } from '../../core/query/use-change.ts'
import './family.css'
import { useTranslation } from 'react-i18next'
import type { Child } from '../../../../contract/endpoints/family/family.ts'
import { personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
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
  const { parentId, chirdenList, currentChirden } = family

  const isCurrent = ({ id }: Child) => id === currentChirden?.id

  const enter = useChange(
    async (child: Child) => {
      await setCurrentChild(family, child)
      await showChild(parentId, child.id)
      reloadWithoutAsking()
    },
    { failed: '', renews: [] },
  )
  // Also after that: the page is about to reload.
  const entered = enter.isError ? undefined : enter.variables?.id

  /** The current child stays: this device switches to it, and shows nothing of the one before. */
  const keep = async () => {
    onClose()
    if (!before || !currentChirden) return
    await showChild(parentId, currentChirden.id)
    if (!uploading) reloadWithoutAsking()
  }

  const nameOf = (child: Child) => (
    <>
      {personName(child, language)} {isCurrent(child) && <span className="k-tag fam-tag">{t('current')}</span>}
    </>
  )
  const enterOf = (child: Child) => (
    <Button
      kind={isCurrent(child) ? 'plain' : 'primary'}
      aria-label={t('choose.enterOf', { name: personName(child, language) })}
      busy={entered === child.id}
      needsNetwork
      disabled={entered !== undefined}
      onClick={() => enter.mutate(child)}
    >
      {t('choose.enter')}
    </Button>
  )

  return (
    <Dialog
      title={t('chooseChild')}
      width="600px"
      onClose={() => void keep()}
      footer={
        before || chirdenList.length < 2 ? (
          <Button disabled={entered !== undefined} onClick={() => void keep()}>
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
          <p className="k-soft">
            {before && currentChirden
              ? t('choose.changed', { before: personName(before, language), now: personName(currentChirden, language) })
              : t('choose.hint')}
            {!online && ` ${t('choose.offline')}`}
            {uploading && ` ${t('choose.uploading')}`}
          </p>
          <DataTable
            label={t('chooseChild')}
            rows={chirdenList}
            keyOf={({ id }) => id}
            isCurrent={isCurrent}
            hasCards={false}
            columns={[
              { key: 'name', heading: t('choose.name'), cell: nameOf },
              { key: 'grade', heading: t('choose.grade'), value: (child) => gradeIn(child, language) },
              { key: 'class', heading: t('choose.class'), value: (child) => classIn(child, language) },
              { key: 'enter', heading: t('choose.enter'), isActions: true, cell: enterOf },
            ]}
          />
        </>
      )}
    </Dialog>
  )
}
